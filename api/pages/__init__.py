"""Pages for people: documentation and API reference; they need nothing from elsewhere."""
