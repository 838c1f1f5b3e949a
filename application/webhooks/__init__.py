"""Webhooks as every process knows them: permitted addresses, secrets, notices."""
