"""What happens when players bid, race and exchange, as events."""
