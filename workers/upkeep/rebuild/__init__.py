"""Rebuilds read models from the histories, beside the ones in use."""
