"""Galopp Royal: bearers are bought unseen at auction and carry sedan chairs through six races."""
