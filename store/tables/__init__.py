"""Tables in the store: histories, states, deadlines, audits, and the registry of all tables."""
