"""Histories that read like the rules: `4; L(4,5,7); R(4,6,7)` is a bug, `LF LR RF` is a card."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from domain.games.bug_race.commands import BugRaceCommand, BugRaceOptions, Keep, Play
from domain.games.bug_race.components import BUGS, CARDS, DECKS, Card, Stance, start
from domain.games.bug_race.deal import settings
from domain.games.bug_race.draft_events import CardsDealt, DraftEnded, PileShuffled, RoundDealt
from domain.games.bug_race.events import BodyAdvanced, BugRaceEvent, RaceSetUp
from domain.games.bug_race.game import GAME
from domain.games.bug_race.rules import direction
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated, Spec

race = Spec(GAME)

START = "1; L(1,2,3); R(1,2,3)"


def at(said: str) -> Stance:
    """`at("4; L(4,5,7); R(4,6,7)")`: tail of the body, then rear, middle, front on each side."""
    body, *slots = map(int, re.findall(r"\d+", said))
    return Stance(body, (slots[0], slots[1], slots[2]), (slots[3], slots[4], slots[5]))


def card(legs: str, copy: int = 1) -> Card:
    """The card that shows these legs: `card("LF LR RF")`."""
    shown = tuple(sorted(legs.split()))
    return [each for each in DECKS["standard"] if CARDS[each].legs == shown][copy - 1]


def cards(said: str) -> tuple[Card, ...]:
    """`cards("LF RF, LM RM LR")`"""
    return tuple(card(legs) for legs in said.split(",")) if said else ()


def play(legs: str, steps: str | None = None) -> Play:
    """`play("RR RF", "RR B RF")`; no steps at all: maximal play."""
    return Play(card(legs), None if steps is None else tuple(steps.split()))


def keep(legs: str) -> Keep:
    return Keep(card(legs))


def detail(history: Sequence[BugRaceEvent], seat: Seat, command: BugRaceCommand) -> str:
    """The sentence this is refused with, in a dry run and in earnest."""
    state = race.after(*history)
    with pytest.raises(Rejected) as foreseen:
        GAME.preview(state, seat, command)
    with pytest.raises(Rejected) as refusal:
        GAME.decide(state, seat, command, Fated())
    assert refusal.value.detail == foreseen.value.detail
    return refusal.value.detail


def dealt(
    hands: Mapping[Seat, str], seats: int = 2, round_: int = 1, **options: Any
) -> tuple[BugRaceEvent, ...]:
    """A round is dealt; `hands` names what matters of it."""
    rules = settings(BugRaceOptions(**options))
    named = {seat: cards(said) for seat, said in hands.items()}
    taken = {each for hand in named.values() for each in hand}
    spare = iter([each for each in DECKS["standard"] if each not in taken])
    packs: list[tuple[Card, ...]] = []
    for seat in range(seats):
        mine = named.get(seat, ())
        packs.append((*mine, *(next(spare) for _ in range(rules.draw - len(mine)))))
    pile = (*(each for pack in packs for each in pack), *spare)
    to = direction(rules.first_round_pass, round_)
    left = len(pile) - rules.draw * seats
    return (
        RaceSetUp(BUGS[:seats], start(), rules),
        PileShuffled(pile),
        *(CardsDealt(seat, pack) for seat, pack in enumerate(packs)),
        RoundDealt(round_, rules.draw, left, to),
    )


def in_play(
    *bugs: str, hands: Mapping[Seat, str] | None = None, round_: int = 1, **options: Any
) -> tuple[BugRaceEvent, ...]:
    """The draft is over, everybody has his hand (as `hands` names it), and the bugs stand so.

    There are at least two bugs; who is not spoken of stands at the start.
    """
    standing: Sequence[str] = (*bugs, *(START,) * (2 - len(bugs)))
    before = dealt(hands or {}, len(standing), round_, **options)
    last = before[-1]
    assert isinstance(last, RoundDealt)
    return (
        *before,
        DraftEnded(last.direction, last.each),
        *(BodyAdvanced(seat, 1, at(said)) for seat, said in enumerate(standing) if said != START),
    )
