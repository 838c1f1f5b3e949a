"""Generates typed clients from the committed document into a build folder."""
