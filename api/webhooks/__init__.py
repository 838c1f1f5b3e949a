"""Webhooks of players, and deliveries to them."""

TAG = "Webhooks"
