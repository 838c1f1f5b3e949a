"""What is said in the village, one module per language."""
