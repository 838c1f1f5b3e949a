"""`ludotheque backup` and `ludotheque restore`."""
