"""What a commit changes beside the history: the row of its table, and the notices it causes."""
