"""What is said at a race, one module per language."""
