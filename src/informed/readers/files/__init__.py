"""Files: where they are found, how they are opened, and what they hold."""
