"""The scenarios GB-S1 … GB-S14, GB-S20 … GB-S26 of the rules; the others name themselves elsewhere.

GB-S15 and GB-S16: test_pile.py, test_deal.py; GB-S17 and GB-S18: test_finish.py; GB-S19 and
GB-S22: test_choices.py; GB-S23: test_view.py. Lines are written front to back.
"""

import pytest

from domain.games.gumball_rally.components import Card
from domain.games.gumball_rally.events import (
    Award,
    BuggiesSlowed,
    BuggySlowed,
    CardDrawn,
    CardPlayed,
    CheckpointScored,
    DangerRevealed,
    FinishScored,
    HandRefilled,
    RallyEvent,
    RallyFinished,
    RoundEnded,
)
from domain.kernel.ids import Seat
from tests.domain.games.gumball_rally.situations import (
    A,
    B,
    C,
    D,
    E,
    card,
    danger,
    lined_up,
    play,
    rally,
)


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


def after_danger(*under: str, drawn: str) -> tuple[RallyEvent, ...]:
    """Everybody has played, the last one just now; what the danger does, and the round's end."""
    you = len(under) - 1
    told = (
        rally.given(*lined_up(*under[:-1], hands={you: under[-1]}, next_danger=drawn))
        .when(you, play(under[-1], colour_passes=0))
        .events
    )
    revealed = told.index(DangerRevealed(danger(drawn), 1))
    return told[revealed + 1 :]


NEXT_ROUND = RoundEnded(2)


@pytest.mark.rule("GB-23", "GB-25")
def test_seed_example_a_a_higher_number_passes_until_a_higher_one_stops_it() -> None:
    """GB-S1"""
    overtaken("noir 8", "bleu 5", "rouge 4", "jaune 1", by="bleu 6", passing=(D, C, B))


@pytest.mark.rule("GB-24", "GB-25")
def test_seed_example_a_with_the_colour_of_the_leader_goes_all_the_way() -> None:
    """GB-S1 (b)"""
    overtaken("noir 8", "bleu 5", "rouge 4", "jaune 1", by="noir 6", passing=(D, C, B, A))


@pytest.mark.rule("GB-26")
def test_seed_example_a_without_colour_overtakes_stops_behind_the_leader() -> None:
    """GB-S1 (c)"""
    ahead = ("noir 8", "bleu 5", "rouge 4", "jaune 1")
    overtaken(*ahead, by="noir 6", colour_passes=0, passing=(D, C, B))


@pytest.mark.rule("GB-23", "GB-24", "GB-25")
def test_seed_example_b_mixes_number_and_colour() -> None:
    """GB-S2"""
    overtaken("rouge 10", "bleu 3", by="rouge 4", passing=(B, A))


@pytest.mark.rule("GB-26")
def test_seed_example_b_may_decline_the_colour_overtake() -> None:
    """GB-S2 (b)"""
    overtaken("rouge 10", "bleu 3", by="rouge 4", colour_passes=0, passing=(B,))


@pytest.mark.rule("GB-30", "GB-32")
def test_the_moon_sends_back_only_the_highest_pillow() -> None:
    """GB-S3"""
    told = after_danger("rouge 9", "bleu 7", "bleu 4", "jaune 2", drawn="bleu")
    assert told == (BuggySlowed(B, (A, C, D, B)), NEXT_ROUND)


@pytest.mark.rule("GB-31", "GB-32")
def test_the_major_sun_sends_back_every_lunch_lowest_first() -> None:
    """GB-S4: line A jaune 8, B rouge 3, C jaune 2, D noir 10, E jaune 5"""
    cards = ("jaune 8", "rouge 3", "jaune 2", "noir 10")
    you = {E: "jaune 5"}  # passes nobody: it stands behind noir 10
    rally.given(*lined_up(*cards, hands=you, next_danger="major jaune")).when(
        E, play("jaune 5")
    ).then_ends_with(BuggiesSlowed((C, E, A), (B, D, C, E, A)), NEXT_ROUND)


@pytest.mark.rule("GB-23")
def test_an_equal_number_does_not_overtake() -> None:
    """GB-S5"""
    overtaken("noir 6", by="bleu 6", passing=())


@pytest.mark.rule("GB-24", "GB-25")
def test_a_low_card_passes_its_colour_and_is_stopped_by_another() -> None:
    """GB-S6"""
    overtaken("noir 9", "rouge 8", by="rouge 2", passing=(B,))


@pytest.mark.rule("GB-25", "GB-26")
@pytest.mark.parametrize(
    ("colour_passes", "passing"), [(None, (C, B, A)), (2, (C, B, A)), (1, (C, B)), (0, ())]
)
def test_a_limit_on_colour_overtakes_stops_the_chain_where_it_is_used_up(
    colour_passes: int | None, passing: tuple[Seat, ...]
) -> None:
    """GB-S7"""
    ahead = ("rouge 10", "bleu 2", "rouge 9")
    overtaken(*ahead, by="rouge 3", colour_passes=colour_passes, passing=passing)


@pytest.mark.rule("GB-17", "GB-20", "GB-25")
def test_after_an_overtake_the_next_to_play_is_still_the_next_of_the_old_line() -> None:
    """GB-S8"""
    before = lined_up("noir 4", drivers=3, hands={B: "bleu 9", C: "bleu 1"})
    moved = rally.given(*before).when(B, play("bleu 9"))
    moved.then_starts_with(CardPlayed(B, card("bleu 9"), (A,), (B, A, C)))
    rally.given(*before, *moved.events).when(A, play("noir 1")).refused("not_your_turn", "GB-17")
    rally.given(*before, *moved.events).when(C, play("bleu 1")).then_starts_with(
        CardPlayed(C, card("bleu 1"), (), (B, A, C))
    )


@pytest.mark.rule("GB-32")
def test_a_danger_of_a_colour_nobody_played_changes_nothing() -> None:
    """GB-S9"""
    assert after_danger("noir 4", "bleu 3", "jaune 2", drawn="major rouge") == (NEXT_ROUND,)


@pytest.mark.rule("GB-32")
def test_a_danger_that_hits_the_last_buggy_changes_nothing() -> None:
    """GB-S10"""
    told = after_danger("noir 4", "bleu 9", "rouge 1", drawn="rouge")
    assert told == (NEXT_ROUND,)


@pytest.mark.rule("GB-31")
def test_a_major_danger_can_reorder_the_whole_line() -> None:
    """GB-S11: everybody rouge; the last, D, declines to pass by colour"""
    told = after_danger("rouge 9", "rouge 2", "rouge 10", "rouge 5", drawn="major rouge")
    assert told == (BuggiesSlowed((B, D, A, C), (B, D, A, C)), NEXT_ROUND)


@pytest.mark.rule("GB-30", "GB-31")
def test_with_one_holder_normal_and_major_dangers_do_the_same() -> None:
    """GB-S12"""
    cards = ("jaune 3", "noir 3", "bleu 3")
    assert after_danger(*cards, drawn="jaune") == (BuggySlowed(A, (B, C, A)), NEXT_ROUND)
    assert after_danger(*cards, drawn="major jaune") == (
        BuggiesSlowed((A,), (B, C, A)),
        NEXT_ROUND,
    )


FIVE = ("noir 9", "bleu 8", "rouge 7", "jaune 6", "noir 5")


@pytest.mark.rule("GB-33", "GB-34", "GB-36")
def test_a_checkpoint_scores_three_places_and_the_leader_starts_again() -> None:
    """GB-S13"""
    before = lined_up(*FIVE[:-1], hands={A: "jaune 9", E: FIVE[-1]}, next_danger="checkpoint")
    scored = rally.given(*before).when(E, play(FIVE[-1]))
    scored.then_ends_with(
        CheckpointScored((Award(A, 5), Award(B, 3), Award(C, 1)), (5, 3, 1, 0, 0)), NEXT_ROUND
    )
    rally.given(*before, *scored.events).when(A, play("jaune 9")).then_starts_with(
        CardPlayed(A, card("jaune 9"), (), (A, B, C, D, E))
    )


@pytest.mark.rule("GB-33", "GB-37", "GB-38")
def test_at_the_finish_three_drivers_leave_the_fourth_prize_in_the_box() -> None:
    """GB-S14: line C A B"""
    before = lined_up(
        "noir 9", "bleu 8", line=(C, A, B), hands={B: "rouge 7"}, next_danger="winner"
    )
    rally.given(*before).when(B, play("rouge 7")).then_ends_with(
        FinishScored((Award(C, 8), Award(A, 5), Award(B, 3)), (5, 3, 8)),
        RallyFinished((2, 3, 1), (5, 3, 8)),
    )


@pytest.mark.rule("GB-30", "GB-34")
def test_whoever_leads_after_the_danger_starts_the_next_round() -> None:
    """GB-S20, with jaune 2 for C, who would else overtake B; the very cards are in test_rules.py"""
    before = lined_up("noir 10", "bleu 3", hands={B: "rouge 1", C: "jaune 2"}, next_danger="noir")
    danger_over = rally.given(*before).when(C, play("jaune 2"))
    danger_over.then_ends_with(BuggySlowed(A, (B, C, A)), NEXT_ROUND)
    rally.given(*before, *danger_over.events).when(B, play("rouge 1")).then_starts_with(
        CardPlayed(B, card("rouge 1"), (), (B, C, A))
    )


@pytest.mark.rule("GB-33", "GB-36")
@pytest.mark.parametrize("last", ["noir 10", "jaune 1", "noir 2"])
def test_at_a_checkpoint_nobody_moves_back_and_the_line_after_overtaking_scores(last: str) -> None:
    """GB-S21"""
    told = rally.given(
        *lined_up("noir 8", "noir 4", hands={C: last}, next_danger="checkpoint")
    ).when(C, play(last))
    told.then_never(BuggySlowed, BuggiesSlowed)
    played = told.events[0]
    assert isinstance(played, CardPlayed)
    scored = next(event for event in told.events if isinstance(event, CheckpointScored))
    assert tuple(award.seat for award in scored.awards) == played.line


ROUND: list[tuple[Seat, Card, tuple[Seat, ...], tuple[Seat, ...]]] = [
    (A, "noir 5", (), (A, B, C, D)),
    (B, "rouge 5", (), (A, B, C, D)),
    (C, "rouge 2", (B,), (A, C, B, D)),
    (D, "noir 10", (B, C, A), (D, A, C, B)),
]


@pytest.mark.rule("GB-20", "GB-21", "GB-23", "GB-24", "GB-29", "GB-30", "GB-31")
@pytest.mark.parametrize(
    ("drawn", "slowed"),
    [
        ("noir", BuggySlowed(D, (A, C, B, D))),
        ("major noir", BuggiesSlowed((A, D), (C, B, A, D))),
    ],
)
def test_a_whole_round(drawn: str, slowed: RallyEvent) -> None:
    """GB-S24"""
    hands = {seat: said for seat, said, _, _ in ROUND}
    history = lined_up(drivers=4, hands=hands, next_danger=drawn)
    for seat, said, passed, line in ROUND:
        told = rally.given(*history).when(seat, play(said))
        told.then_starts_with(CardPlayed(seat, card(said), passed, line))
        history += told.events
    assert history[-3:] == (DangerRevealed(danger(drawn), 1), slowed, NEXT_ROUND)


@pytest.mark.rule("GB-23", "GB-26")
def test_a_number_overtake_cannot_be_declined() -> None:
    """GB-S25"""
    overtaken("jaune 2", by="noir 9", colour_passes=0, passing=(A,))


@pytest.mark.rule("GB-26")
def test_a_card_both_higher_and_of_the_same_colour_passes_by_number() -> None:
    """GB-S26: rouge 3 costs nothing, so the one colour overtake is left for rouge 10"""
    overtaken("rouge 10", "rouge 3", by="rouge 8", colour_passes=1, passing=(B, A))
    overtaken("rouge 10", "rouge 3", by="rouge 8", colour_passes=0, passing=(B,))


@pytest.mark.rule("GB-22", "GB-27")
def test_the_leader_overtakes_nobody_and_draws_after_playing() -> None:
    hands, pile = {A: "noir 10, bleu 1, bleu 2"}, "jaune 7"
    rally.given(*lined_up(drivers=3, hands=hands, pile=pile)).when(A, play("noir 10")).then(
        CardPlayed(A, card("noir 10"), (), (A, B, C)),
        CardDrawn(A, card("jaune 7")),
        HandRefilled(A, 30),
    )
