"""The event loop of a server: how its loops do, and what holds it."""
