"""Scenarios of the rules in which drivers overtake; the others name themselves elsewhere.

GB-S3, GB-S4, GB-S9 … GB-S14, GB-S20, GB-S21 and GB-S24: test_danger_scenarios.py; GB-S15 and
GB-S16: test_pile.py, test_deal.py; GB-S17 and GB-S18: test_finish.py; GB-S19 and GB-S22:
test_choices.py; GB-S23: test_view.py. Lines are written front to back.
"""

import pytest

from domain.games.gumball_rally.events import CardDrawn, CardPlayed, HandRefilled
from domain.kernel.ids import Seat
from tests.support.games.gumball_rally.situations import card, lined_up, play, rally
from tests.support.seats import A, B, C, D


def overtaken(
    *ahead: str, by: str, passing: tuple[Seat, ...], colour_passes: int | None = None
) -> None:
    """Given these cards ahead, the last of the line plays `by` and passes exactly these seats."""
    you = len(ahead)
    place = you - len(passing)
    line = (*range(place), you, *range(place, you))
    rally.given(*lined_up(*ahead, hands={you: by})).when(
        you, play(by, colour_passes)
    ).then_starts_with(CardPlayed(you, card(by), passing, line))


@pytest.mark.rule("GB-23", "GB-25")
def test_seed_example_a_a_higher_number_passes_until_a_higher_one_stops_it() -> None:
    """GB-S1"""
    overtaken("black 8", "blue 5", "red 4", "yellow 1", by="blue 6", passing=(D, C, B))


@pytest.mark.rule("GB-24", "GB-25")
def test_seed_example_a_with_the_colour_of_the_leader_goes_all_the_way() -> None:
    """GB-S1 (b)"""
    overtaken("black 8", "blue 5", "red 4", "yellow 1", by="black 6", passing=(D, C, B, A))


@pytest.mark.rule("GB-26")
def test_seed_example_a_without_colour_overtakes_stops_behind_the_leader() -> None:
    """GB-S1 (c)"""
    ahead = ("black 8", "blue 5", "red 4", "yellow 1")
    overtaken(*ahead, by="black 6", colour_passes=0, passing=(D, C, B))


@pytest.mark.rule("GB-23", "GB-24", "GB-25")
def test_seed_example_b_mixes_number_and_colour() -> None:
    """GB-S2"""
    overtaken("red 10", "blue 3", by="red 4", passing=(B, A))


@pytest.mark.rule("GB-26")
def test_seed_example_b_may_decline_the_colour_overtake() -> None:
    """GB-S2 (b)"""
    overtaken("red 10", "blue 3", by="red 4", colour_passes=0, passing=(B,))


@pytest.mark.rule("GB-23")
def test_an_equal_number_does_not_overtake() -> None:
    """GB-S5"""
    overtaken("black 6", by="blue 6", passing=())


@pytest.mark.rule("GB-24", "GB-25")
def test_a_low_card_passes_its_colour_and_is_stopped_by_another() -> None:
    """GB-S6"""
    overtaken("black 9", "red 8", by="red 2", passing=(B,))


@pytest.mark.rule("GB-25", "GB-26")
@pytest.mark.parametrize(
    ("colour_passes", "passing"), [(None, (C, B, A)), (2, (C, B, A)), (1, (C, B)), (0, ())]
)
def test_a_limit_on_colour_overtakes_stops_the_chain_where_it_is_used_up(
    colour_passes: int | None, passing: tuple[Seat, ...]
) -> None:
    """GB-S7"""
    ahead = ("red 10", "blue 2", "red 9")
    overtaken(*ahead, by="red 3", colour_passes=colour_passes, passing=passing)


@pytest.mark.rule("GB-17", "GB-20", "GB-25")
def test_after_an_overtake_the_next_to_play_is_still_the_next_of_the_old_line() -> None:
    """GB-S8"""
    before = lined_up("black 4", drivers=3, hands={B: "blue 9", C: "blue 1"})
    moved = rally.given(*before).when(B, play("blue 9"))
    moved.then_starts_with(CardPlayed(B, card("blue 9"), (A,), (B, A, C)))
    rally.given(*before, *moved.events).when(A, play("black 1")).refused("not_your_turn", "GB-17")
    rally.given(*before, *moved.events).when(C, play("blue 1")).then_starts_with(
        CardPlayed(C, card("blue 1"), (), (B, A, C))
    )


@pytest.mark.rule("GB-23", "GB-26")
def test_a_number_overtake_cannot_be_declined() -> None:
    """GB-S25"""
    overtaken("yellow 2", by="black 9", colour_passes=0, passing=(A,))


@pytest.mark.rule("GB-26")
def test_a_card_both_higher_and_of_the_same_colour_passes_by_number() -> None:
    """GB-S26: red 3 costs nothing, so the one colour overtake is left for red 10"""
    overtaken("red 10", "red 3", by="red 8", colour_passes=1, passing=(B, A))
    overtaken("red 10", "red 3", by="red 8", colour_passes=0, passing=(B,))


@pytest.mark.rule("GB-22", "GB-27")
def test_the_leader_overtakes_nobody_and_draws_after_playing() -> None:
    hands, pile = {A: "black 10, blue 1, blue 2"}, "yellow 7"
    rally.given(*lined_up(drivers=3, hands=hands, pile=pile)).when(A, play("black 10")).then(
        CardPlayed(A, card("black 10"), (), (A, B, C)),
        CardDrawn(A, card("yellow 7")),
        HandRefilled(A, 30),
    )
