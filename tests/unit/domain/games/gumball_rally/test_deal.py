"""Lining up, and what can be said of every danger stack."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from domain.games.gumball_rally import events as rally
from domain.games.gumball_rally.commands import RallyOptions
from domain.games.gumball_rally.components import CARDS, DANGERS, Danger
from domain.games.gumball_rally.deal import admit, deal
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated, Seeded
from tests.support.games.gumball_rally.situations import cards
from tests.support.games.gumball_rally.whole_games import dealt, whole_rally

SEEDS = range(60)
DRIVERS = range(3, 9)
T = TypeVar("T", bound=rally.RallyEvent)


def the(kind: type[T], events: Sequence[rally.RallyEvent]) -> T:
    (event,) = (event for event in events if isinstance(event, kind))
    return event


@pytest.mark.rule("GB-12")
@pytest.mark.parametrize(
    ("drivers", "left"), [(3, 31), (4, 28), (5, 25), (6, 22), (7, 19), (8, 16)]
)
def test_everybody_gets_three_cards_and_the_rest_is_the_pile(drivers: int, left: int) -> None:
    events = dealt(drivers, Seeded(drivers))
    hands = [event for event in events if isinstance(event, rally.HandDealt)]
    pile = the(rally.PileShuffled, events).pile
    assert sorted(pile) == sorted(CARDS)
    assert [event.seat for event in hands] == list(range(drivers))
    assert tuple(card for event in hands for card in event.cards) == pile[: 3 * drivers]
    assert events[-1] == rally.HandsDealt(3, left, 15)


@pytest.mark.rule("GB-11", "GB-12", "GB-13", "GB-15", "GB-16")
def test_a_deal_by_a_known_luck() -> None:
    race = cards("black 1, blue 1, red 1, yellow 1, black 2, blue 2, red 2, yellow 2, black 3")
    boxed = ("D-black-1", "D-black-2", "D-black-3", "D-black-4")
    luck = Fated(2, race, boxed, ["D-CP-1"], (), ["D-WIN"])
    events = deal([Seated(0, "pink"), Seated(1), Seated(2)], RallyOptions(), luck)
    assert luck.is_spent()
    assert the(rally.RallyLinedUp, events).line == (2, 0, 1)
    assert the(rally.RallyLinedUp, events).buggies == ("pink", "green", "red")
    assert rally.HandDealt(0, race[:3]) in events
    assert rally.HandDealt(1, race[3:6]) in events
    assert rally.HandDealt(2, race[6:]) in events
    assert the(rally.DangersStacked, events) == rally.DangersStacked(
        (
            *("D-blue-1", "D-blue-2", "D-blue-3"),
            *("D-CP-1", "D-blue-4", "D-red-1", "D-red-2"),
            *("D-red-3", "D-red-4", "D-yellow-1", "D-CP-2"),
            *("D-WIN", "D-yellow-2", "D-yellow-3", "D-yellow-4"),
        ),
        boxed,
    )


def kinds(stack: Sequence[Danger]) -> list[str]:
    return sorted(DANGERS[danger].kind for danger in stack)


@pytest.mark.rule("GB-13", "GB-14")
@pytest.mark.parametrize("drivers", DRIVERS)
def test_every_stack_has_its_special_cards_in_their_blocks(drivers: int) -> None:
    """GB-S16"""
    for seed in SEEDS:
        stacked = the(rally.DangersStacked, dealt(drivers, Seeded(seed)))
        stack = stacked.stack
        assert kinds(stack[:3]) == ["colour"] * 3
        assert kinds(stack[3:7]) == ["checkpoint"] + ["colour"] * 3
        assert kinds(stack[7:11]) == ["checkpoint"] + ["colour"] * 3
        assert kinds(stack[11:]) == ["colour"] * 3 + ["winner"]
        assert kinds(stacked.boxed) == ["colour"] * 4
        assert sorted((*stack, *stacked.boxed)) == sorted(DANGERS)


@pytest.mark.rule("GB-13")
def test_a_special_card_can_lie_anywhere_in_its_block() -> None:
    stacks = [the(rally.DangersStacked, dealt(3, Seeded(seed))).stack for seed in SEEDS]
    assert {stack.index("D-WIN") for stack in stacks} == {11, 12, 13, 14}
    first = {min(stack.index("D-CP-1"), stack.index("D-CP-2")) for stack in stacks}
    assert first == {3, 4, 5, 6}


@pytest.mark.rule("GB-14", "GB-29", "GB-35")
@pytest.mark.parametrize("seed", range(6))
def test_one_danger_is_revealed_per_round_and_none_twice(seed: int) -> None:
    turns = whole_rally(4, seed)
    told = [event for turn in turns for event in turn.events]
    revealed = [event for event in told if isinstance(event, rally.DangerRevealed)]
    assert [event.round for event in revealed] == list(range(1, len(revealed) + 1))
    assert len({event.card for event in revealed}) == len(revealed) in range(12, 16)


@pytest.mark.rule("GB-14", "GB-33")
@pytest.mark.parametrize("seed", range(6))
def test_points_are_given_in_three_rounds_and_the_third_is_the_last(seed: int) -> None:
    scored = [
        turn.before.round
        for turn in whole_rally(5, seed)
        for event in turn.events
        if isinstance(event, rally.CheckpointScored | rally.FinishScored)
    ]
    first, second, last = scored
    assert first in range(4, 8)
    assert second in range(8, 12)
    assert last in range(12, 16)
    assert last == whole_rally(5, seed)[-1].before.round


@pytest.mark.rule("GB-15", "GB-16")
@pytest.mark.parametrize(("first", "line"), [(0, (0, 1, 2, 3)), (3, (3, 0, 1, 2))])
def test_the_host_may_name_the_first_player(first: Seat, line: tuple[Seat, ...]) -> None:
    events = dealt(4, Seeded(1), RallyOptions(first_player=first))
    assert the(rally.RallyLinedUp, events).line == line


@pytest.mark.rule("GB-15")
def test_otherwise_everybody_is_drawn_as_first_player_sometimes() -> None:
    firsts = {the(rally.RallyLinedUp, dealt(8, Seeded(seed))).line[0] for seed in SEEDS}
    assert firsts == set(range(8))


@pytest.mark.rule("GB-15")
def test_the_first_player_must_have_a_seat() -> None:
    with pytest.raises(Rejected) as refusal:
        admit(RallyOptions(first_player=3), 3)
    assert (refusal.value.code, refusal.value.rule) == ("bad_option", "GB-15")


@pytest.mark.rule("GB-9")
def test_the_prizes_are_written_into_the_history() -> None:
    lined_up = the(rally.RallyLinedUp, dealt(3, Seeded(1), RallyOptions(point_set="minimal")))
    assert (lined_up.prizes.checkpoint, lined_up.prizes.winner) == ((3, 2, 1), (4, 3, 2, 1))
