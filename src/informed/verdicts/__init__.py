"""What was found, in sentences a reader may repeat: one file for each family of results, and the words they share."""
