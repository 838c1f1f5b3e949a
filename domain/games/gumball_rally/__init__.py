"""Gumball Rally: buggies in a line, overtaking by card, until the danger stack says stop."""
