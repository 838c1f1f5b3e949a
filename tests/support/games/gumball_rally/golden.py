"""The golden tables of the rally."""

from tests.support.histories.golden import Golden

GOLDENS = (
    Golden("gumball_rally", "three_seats", 3, {}, 33, sleepy=True),
    Golden("gumball_rally", "five_seats_photo_finish", 5, {"photo_finish": True}, 4),
    Golden("gumball_rally", "eight_seats_minimal_points", 8, {"point_set": "minimal"}, 52),
)
