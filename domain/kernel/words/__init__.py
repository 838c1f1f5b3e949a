"""What is said to players: one module per language, here and in the `words` of table and games."""
