"""Typed clients made from the committed document, into a build folder; nothing here is by hand."""
