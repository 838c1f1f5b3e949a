"""Lists in the store: the list of tables, the leaderboards and the notices, which are derived."""
