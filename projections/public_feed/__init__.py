"""The public feed of the server: what spectators see of all public tables, in one sequence."""
