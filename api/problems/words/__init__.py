"""What callers are told about problems, one module per language."""
