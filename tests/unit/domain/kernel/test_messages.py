"""Seats, outcomes, refusals, messages."""

import gc
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import json

from domain.fairness.draws import Draws
from domain.games import GAMES
from domain.kernel.game import Seated
from domain.kernel.messages import (
    EVERYONE,
    NOBODY,
    Announcement,
    Command,
    FoldedEvents,
    HiddenEvent,
    PrivateEvent,
    PublicEvent,
    Value,
    only,
    state_after,
)


class Knocked(PublicEvent, type="door.knocked"):
    times: int
    loudly: bool = False  # added later

    def apply(self, knocks: int) -> int:
        return knocks + self.times


class Seen(Value, frozen=True):
    events: tuple[Knocked, ...]


class Knock(Command, frozen=True, tag="door.knock"):
    times: int


def test_a_field_that_was_added_later_leaves_old_bytes_as_they_are() -> None:
    assert json.encode(Knocked(2)) == b'{"times":2}'
    assert json.decode(b'{"times":2}', type=Knocked) == Knocked(2, loudly=False)


def test_the_name_of_an_event_is_not_part_of_its_data() -> None:
    assert Knocked.type == "door.knocked"
    assert Knocked.rule is None


def test_a_command_is_tagged_and_takes_nothing_it_does_not_know() -> None:
    assert json.encode(Knock(2)) == b'{"type":"door.knock","times":2}'
    with pytest.raises(msgspec.ValidationError):
        json.decode(b'{"type":"door.knock","times":2,"seat":1}', type=Knock)


def test_the_collector_of_cycles_need_not_look_at_messages() -> None:
    for message in (Knocked(2), Knock(2), Seen((Knocked(2),))):
        assert not gc.is_tracked(message)


def test_messages_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Knocked(2).times = 3  # type: ignore[misc]


class Whispered(PrivateEvent):
    word: str

    def apply(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return (*words, self.word)


class Buried(HiddenEvent):
    word: str

    def apply(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return ()


class Shouted(Announcement):
    word: str


class Forgotten(PublicEvent):
    """It does not say what it changes."""


def test_an_event_says_who_may_see_it() -> None:
    assert Knocked(2).audience() == EVERYONE
    assert Whispered(1, "yes").audience() == only(1)
    assert Buried("no").audience() == NOBODY
    assert Shouted("what").audience() == EVERYONE


def test_an_event_changes_the_state_by_itself() -> None:
    assert Knocked(2).apply(3) == 5
    assert Whispered(1, "yes").apply(("no",)) == ("no", "yes")


def test_an_announcement_changes_nothing() -> None:
    state = ("yes",)
    assert Shouted("what").apply(state) is state


def test_an_event_that_does_not_say_what_it_changes_is_named() -> None:
    """mypy finds it first; games of other packages may not be checked."""
    with pytest.raises(NotImplementedError, match="Forgotten does not define `apply`"):
        Forgotten().apply(0)  # type: ignore[abstract]


def test_everyone_includes_spectators() -> None:
    assert EVERYONE.hears([])
    assert EVERYONE.hears([3])


def test_nobody_includes_nobody() -> None:
    assert not NOBODY.hears([])
    assert not NOBODY.hears(range(8))


def test_a_few_seats_see_what_is_for_them() -> None:
    assert only(1, 2).hears([2])
    assert not only(1, 2).hears([0])
    assert not only(1, 2).hears([])


def test_a_player_with_several_seats_sees_what_any_of_them_sees() -> None:
    assert only(1).hears([0, 1])


# The state that `decide` works out is the fold of its events.

MOVES = 150


class Counted(PublicEvent):
    by: int

    def apply(self, state: int) -> int:
        return state + self.by


@pytest.mark.parametrize("key", GAMES)
def test_the_state_of_a_command_is_the_fold_of_its_events(key: str) -> None:
    game, rng = GAMES[key], Random(key)
    chance = Draws(lambda: b"k" * 32, 0, ())
    seated = [Seated(seat) for seat in range(game.seats[0])]
    state: Any = state_after(game.initial, game.deal(seated, game.options(), chance))
    for _ in range(MOVES):
        if (decision := game.decision(state)) is None:
            break
        seat = min(decision.awaited)
        happened = game.decide(state, seat, rng.choice(game.legal(state, seat)), chance)
        assert isinstance(happened, FoldedEvents)
        folded = state_after(state, list(happened))
        assert state_after(state, happened) == folded
        state = folded


def test_a_list_that_was_extended_is_folded() -> None:
    happened: FoldedEvents[Any, Any] = FoldedEvents([Counted(1), Counted(2)])
    happened.state = 3
    nothing: Any = 0
    assert state_after(nothing, happened) == 3
    assert state_after(nothing, [*happened, Counted(4)]) == 7
