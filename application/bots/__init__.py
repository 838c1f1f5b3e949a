"""Bots of the rules: the process that stores what a bot must answer plays for it."""
