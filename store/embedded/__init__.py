"""A store server that `ludotheque serve` starts and stops itself."""
