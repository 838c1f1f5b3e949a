"""Streams of events and notices, tickets for them, and the feed of all tables."""

TAG = "Play"
