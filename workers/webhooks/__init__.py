"""Webhooks: commits become deliveries (notifier), which are sent (courier)."""
