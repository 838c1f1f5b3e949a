"""Cheats that a server could plant in a history, on chains that it has rebuilt."""
