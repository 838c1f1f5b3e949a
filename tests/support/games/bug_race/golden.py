"""The golden tables of the bug race."""

from tests.support.histories.golden import Golden

BRISK = {"must_move": "all"}  # nobody plays a card without moving: a short history

GOLDENS = (
    Golden("bug_race", "base_two_seats", 2, {}, 2, sleepy=True),
    Golden("bug_race", "expert_four_seats", 4, {"expert": True, **BRISK}, 4),
    Golden("bug_race", "expert_two_seats", 2, {"expert": True, "must_move": "none"}, 5),
    Golden("bug_race", "places_three_seats", 3, {"play_for_places": True, **BRISK}, 3),
    Golden("bug_race", "expert_places", 4, {"expert": True, "play_for_places": True, **BRISK}, 5),
)
