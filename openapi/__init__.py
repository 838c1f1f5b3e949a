"""For users of the API: the document, its examples, clients and the load kit."""
