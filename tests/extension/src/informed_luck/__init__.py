"""A package that adds a measure, a kind of file and a question to informed."""
