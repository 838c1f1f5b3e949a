"""The use cases of administrators, for the API and for the command line."""
