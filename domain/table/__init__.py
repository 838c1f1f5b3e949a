"""Opening, sitting, leaving, starting, clocks, closing: what all tables have in common."""
