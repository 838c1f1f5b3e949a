"""What is said, one module per language."""
