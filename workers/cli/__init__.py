"""The `ludotheque` command: one module for each subcommand, or for a few that belong together."""

from workers.cli.program import main

__all__ = ["main"]
