"""Every problem the API can answer with, and how exceptions become problems."""
