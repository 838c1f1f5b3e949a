"""One loop reads the feeds, and hands each commit to the list, the leaderboards and webhooks."""
