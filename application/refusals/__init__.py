"""What the server refuses beside the rules of tables and games."""
