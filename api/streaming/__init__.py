"""Server-Sent Events: who listens to a table, and how each stream is written."""
