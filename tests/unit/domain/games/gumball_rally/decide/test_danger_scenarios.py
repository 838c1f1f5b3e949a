"""Scenarios in which dangers are drawn and rounds end; the others are listed in test_scenarios.py.

Lines are written front to back.
"""

import pytest

from domain.games.gumball_rally import events
from domain.games.gumball_rally.components import Card
from domain.games.gumball_rally.state import Award
from domain.kernel.ids import Seat
from tests.support.games.gumball_rally.situations import card, danger, lined_up, play, rally
from tests.support.seats import A, B, C, D, E


def after_danger(
    *under: str, drawn: str, colour_passes: int | None = 0
) -> tuple[events.RallyEvent, ...]:
    """Everybody has played, the last one just now; what the danger does, and the round's end."""
    you = len(under) - 1
    told = (
        rally.given(*lined_up(*under[:-1], hands={you: under[-1]}, next_danger=drawn))
        .when(you, play(under[-1], colour_passes=colour_passes))
        .events
    )
    revealed = told.index(events.DangerRevealed(danger(drawn), 1))
    return told[revealed + 1 :]


NEXT_ROUND = events.RoundEnded(2)


ROUND: list[tuple[Seat, Card, tuple[Seat, ...], tuple[Seat, ...]]] = [
    (A, "black 5", (), (A, B, C, D)),
    (B, "red 5", (), (A, B, C, D)),
    (C, "red 2", (B,), (A, C, B, D)),
    (D, "black 10", (B, C, A), (D, A, C, B)),
]


@pytest.mark.rule("GB-30", "GB-32")
def test_the_moon_sends_back_only_the_highest_pillow() -> None:
    """GB-S3"""
    told = after_danger("red 9", "blue 7", "blue 4", "yellow 2", drawn="blue")
    assert told == (events.BuggySlowed(B, (A, C, D, B)), NEXT_ROUND)


@pytest.mark.rule("GB-31", "GB-32")
def test_the_major_sun_sends_back_every_lunch_lowest_first() -> None:
    """GB-S4: line A yellow 8, B red 3, C yellow 2, D black 10, E yellow 5"""
    cards = ("yellow 8", "red 3", "yellow 2", "black 10")
    you = {E: "yellow 5"}  # passes nobody: it stands behind black 10
    rally.given(*lined_up(*cards, hands=you, next_danger="major yellow")).when(
        E, play("yellow 5")
    ).then_ends_with(events.BuggiesSlowed((C, E, A), (B, D, C, E, A)), NEXT_ROUND)


@pytest.mark.rule("GB-32")
def test_a_danger_of_a_colour_nobody_played_changes_nothing() -> None:
    """GB-S9"""
    told = after_danger("black 4", "blue 3", "yellow 2", drawn="major red")
    assert told == (events.NobodySlowed(None), NEXT_ROUND)


@pytest.mark.rule("GB-30", "GB-32")
def test_a_danger_that_hits_the_last_buggy_changes_nothing_and_says_whom_it_hit() -> None:
    """GB-S10"""
    told = after_danger("black 4", "blue 9", "red 1", drawn="red")
    assert told == (events.NobodySlowed(C), NEXT_ROUND)


@pytest.mark.rule("GB-30", "GB-31", "GB-32")
def test_a_major_danger_that_changes_nothing_says_of_all_whom_it_hit() -> None:
    """C has overtaken B by colour alone, so both are last in the order of their numbers."""
    told = after_danger("black 4", "red 2", "red 1", drawn="major red", colour_passes=1)
    assert told == (events.BuggiesSlowed((C, B), (A, C, B)), NEXT_ROUND)


@pytest.mark.rule("GB-31")
def test_a_major_danger_can_reorder_the_whole_line() -> None:
    """GB-S11: everybody red; the last, D, declines to pass by colour"""
    told = after_danger("red 9", "red 2", "red 10", "red 5", drawn="major red")
    assert told == (events.BuggiesSlowed((B, D, A, C), (B, D, A, C)), NEXT_ROUND)


@pytest.mark.rule("GB-30", "GB-31")
def test_with_one_holder_normal_and_major_dangers_do_the_same() -> None:
    """GB-S12"""
    cards = ("yellow 3", "black 3", "blue 3")
    assert after_danger(*cards, drawn="yellow") == (events.BuggySlowed(A, (B, C, A)), NEXT_ROUND)
    assert after_danger(*cards, drawn="major yellow") == (
        events.BuggiesSlowed((A,), (B, C, A)),
        NEXT_ROUND,
    )


FIVE = ("black 9", "blue 8", "red 7", "yellow 6", "black 5")


@pytest.mark.rule("GB-33", "GB-34", "GB-36")
def test_a_checkpoint_scores_three_places_and_the_leader_starts_again() -> None:
    """GB-S13"""
    before = lined_up(*FIVE[:-1], hands={A: "yellow 9", E: FIVE[-1]}, next_danger="checkpoint")
    scored = rally.given(*before).when(E, play(FIVE[-1]))
    scored.then_ends_with(
        events.CheckpointScored((Award(A, 5), Award(B, 3), Award(C, 1)), (5, 3, 1, 0, 0)),
        NEXT_ROUND,
    )
    rally.given(*before, *scored.events).when(A, play("yellow 9")).then_starts_with(
        events.CardPlayed(A, card("yellow 9"), (), (A, B, C, D, E))
    )


@pytest.mark.rule("GB-33", "GB-37", "GB-38")
def test_at_the_finish_three_drivers_leave_the_fourth_prize_in_the_box() -> None:
    """GB-S14: line C A B"""
    before = lined_up("black 9", "blue 8", line=(C, A, B), hands={B: "red 7"}, next_danger="winner")
    rally.given(*before).when(B, play("red 7")).then_ends_with(
        events.FinishScored((Award(C, 8), Award(A, 5), Award(B, 3)), (5, 3, 8)),
        events.RallyFinished((2, 3, 1), (5, 3, 8)),
    )


@pytest.mark.rule("GB-30", "GB-34")
def test_a_player_who_leads_after_the_danger_starts_the_next_round() -> None:
    """GB-S20, with yellow 2 for C, who would else overtake B; its cards are in test_rules.py"""
    before = lined_up("black 10", "blue 3", hands={B: "red 1", C: "yellow 2"}, next_danger="black")
    danger_over = rally.given(*before).when(C, play("yellow 2"))
    danger_over.then_ends_with(events.BuggySlowed(A, (B, C, A)), NEXT_ROUND)
    rally.given(*before, *danger_over.events).when(B, play("red 1")).then_starts_with(
        events.CardPlayed(B, card("red 1"), (), (B, C, A))
    )


@pytest.mark.rule("GB-33", "GB-36")
@pytest.mark.parametrize("last", ["black 10", "yellow 1", "black 2"])
def test_at_a_checkpoint_nobody_moves_back_and_the_line_after_overtaking_scores(last: str) -> None:
    """GB-S21"""
    told = rally.given(
        *lined_up("black 8", "black 4", hands={C: last}, next_danger="checkpoint")
    ).when(C, play(last))
    told.then_never(events.BuggySlowed, events.BuggiesSlowed)
    played = told.events[0]
    assert isinstance(played, events.CardPlayed)
    scored = next(event for event in told.events if isinstance(event, events.CheckpointScored))
    assert tuple(award.seat for award in scored.awards) == played.line


@pytest.mark.rule("GB-20", "GB-21", "GB-23", "GB-24", "GB-29", "GB-30", "GB-31")
@pytest.mark.parametrize(
    ("drawn", "slowed"),
    [
        ("black", events.BuggySlowed(D, (A, C, B, D))),
        ("major black", events.BuggiesSlowed((A, D), (C, B, A, D))),
    ],
)
def test_a_whole_round(drawn: str, slowed: events.RallyEvent) -> None:
    """GB-S24"""
    hands = {seat: said for seat, said, _, _ in ROUND}
    history = lined_up(drivers=4, hands=hands, next_danger=drawn)
    for seat, said, passed, line in ROUND:
        told = rally.given(*history).when(seat, play(said))
        told.then_starts_with(events.CardPlayed(seat, card(said), passed, line))
        history += told.events
    assert history[-3:] == (events.DangerRevealed(danger(drawn), 1), slowed, NEXT_ROUND)
