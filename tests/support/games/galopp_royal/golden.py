"""The golden tables of the game."""

from tests.support.histories.golden import Golden

TWO_USERS = {"races": 2, "two_users": True, "crafty_mode": "seed_literal"}
EARLY_STOP = {"races": 1, "early_stop": True, "first_seat": 4}

GOLDENS = (
    Golden("galopp_royal", "three_seats", 3, {"races": 2}, 46, sleepy=True),
    Golden("galopp_royal", "four_seats_two_users", 4, TWO_USERS, 3),
    Golden("galopp_royal", "six_seats_early_stop", 6, EARLY_STOP, 1),
)
