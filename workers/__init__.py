"""The worker processes, one file each, and the `ludotheque` command that runs them."""
