"""The golden tables of the village."""

from tests.support.histories.golden import Golden

OWN = {"rounds": 1, "auto_pirates": False}
ESCAPE = {"rounds": 1, "full_tie": "escape"}
GOLDENS = (
    Golden("asterix", "two_seats_two_rounds", 2, {"rounds": 2}, 54),
    Golden("asterix", "three_seats_own_pirates", 3, OWN, 39, sleepy=True),
    Golden("asterix", "five_seats_escape", 5, ESCAPE, 31),
)
