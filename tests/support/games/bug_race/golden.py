"""The golden tables of the bug race."""

from tests.support.golden import Golden

BRISK = {"strict_must": True}  # nobody plays a card without moving: a short history

GOLDENS = (
    Golden("bug_race", "base_two_seats", 2, {}, 2, sleepy=True),
    Golden("bug_race", "expert_four_seats", 4, {"expert": True, **BRISK}, 4),
    Golden("bug_race", "places_three_seats", 3, {"play_for_places": True, **BRISK}, 3),
)
