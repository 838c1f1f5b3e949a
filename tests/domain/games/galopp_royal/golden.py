"""The golden tables of the game."""

from tests.support.golden import Golden

GOLDENS = (Golden("galopp_royal", "three_seats", 3, {"races": 2}, 1, sleepy=True),)
