"""Bug Race, first edition: kept for the tables that were opened under it."""
