"""People in the store: accounts, acts of administrators, presence, seeks, quotas and webhooks."""
