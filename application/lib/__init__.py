"""Small parts without a subject: a bounded dictionary, pauses, loops that read, slices of work."""
