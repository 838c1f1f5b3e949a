"""What a client of the last release relies on, and whether the document still promises it."""
