"""Webhooks: who is told what has happened, where to, and signed how. Ids and versions, no play."""
