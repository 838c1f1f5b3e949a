"""What is said at a table of Nim, one module per language."""
