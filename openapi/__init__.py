"""What users of the API get: the document, its examples, clients and load profiles."""
