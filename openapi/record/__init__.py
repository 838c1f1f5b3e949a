"""Records the examples of the document from a real server; each recording has the same bytes."""
