"""What is said about a refusal, one module per language."""
