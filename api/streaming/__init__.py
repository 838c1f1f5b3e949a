"""Server-Sent Events: the streams of each table, and how each one is written."""
