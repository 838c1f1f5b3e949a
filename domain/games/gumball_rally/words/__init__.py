"""What is said in a rally, one module per language."""
