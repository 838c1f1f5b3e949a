"""The feeds of commits: following them, and consuming them in groups."""
