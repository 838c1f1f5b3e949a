"""Whole tables of any game, played at random but the same in every run."""

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from domain.fairness.chain import commitment, sealed_luck
from domain.games import BUILT_IN as OWN
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.decision_clock import awaited
from domain.judging.fold import NOTHING
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Value
from domain.kernel.refusals import Rejected
from domain.table.commands import TABLE_COMMANDS, Carried, OpenTable, RevealLuck, Sit, Start
from domain.table.state import Closed, Running, Table
from ludotheque.laws.knowledge import rewards, short
from ludotheque.laws.selection import games

NOON = 1_767_268_800_000  # 2026-01-01T12:00:00.000Z: when all tables begin


class Step(Value, frozen=True):
    """A command and its events."""

    who: ByPlayer
    command: Command
    at: int
    before: Table
    events: tuple[Event, ...]
    after: Table


class Played(Value, frozen=True):
    """A table from opening to closing."""

    table: str
    seed: bytes
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def turns(self) -> tuple[Step, ...]:
        """Return the commands of the game itself."""
        return tuple(step for step in self.steps if type(step.command) not in TABLE_COMMANDS)


def player(seat: Seat) -> str:
    return f"player{'abcdefgh'[seat]}".ljust(26, "a")


@cache
def played(key: str, seats: int, number: int) -> Played:
    """Play table `number` with so many seats; options, luck and choices follow from the number."""
    return _play(key, seats, number, whole=True)


def dealt(key: str, seats: int, number: int) -> Played:
    """Play the same table until its cards are dealt."""
    return _play(key, seats, number, whole=False)


def _play(key: str, seats: int, number: int, whole: bool) -> Played:
    game = GAMES[key]
    rng = Random(f"{game.key} {seats} {number}")
    table = f"table{'abcdefgh'[seats - 1]}".ljust(26, "a")
    seed = hashlib.sha256(f"{game.key} {seats} {number}".encode()).digest()
    steps: list[Step] = []

    def ask(who: ByPlayer, command: Command) -> None:
        before = steps[-1].after if steps else NOTHING
        at = NOON + 1000 * len(steps)
        told = judge(Context(table, before, seed, who, at), command)
        steps.append(Step(who, command, at, before, told.events, told.state))

    host = ByPlayer(player(0))
    options = some_options(game, seats, rng)
    chosen = msgspec.convert(options, game.options)
    keepers = [game.keeper(chosen, seat) for seat in range(seats)]
    won = brought(key, sorted(set(keepers)), rng)
    ask(host, OpenTable(key, commitment(table, seed), options, seats, carried=won))
    shares = {seat: rng.randbytes(32) for seat in sorted(set(keepers)) if rng.random() < 0.3}
    for seat in sorted(set(keepers)):
        share = shares.get(seat)
        luck = None if share is None else sealed_luck(table, player(seat), share)
        ask(ByPlayer(player(seat)), Sit(luck=luck))
    ask(host, Start())
    for seat, share in shares.items():
        ask(ByPlayer(player(seat)), RevealLuck(share.hex()))
    while whole and not isinstance(steps[-1].after, Closed):
        state = steps[-1].after
        assert isinstance(state, Running)
        seat = rng.choice(sorted(awaited(state)))
        ask(ByPlayer(player(keepers[seat]), seat), rng.choice(game.legal(state.play, seat)))
    return Played(table, seed, tuple(steps))


def brought(key: str, keepers: list[Seat], rng: Random) -> tuple[Carried, ...]:
    """Give each reward of the game to a random player, half of the time."""
    won = [(rng.choice(keepers), reward) for reward in rewards(key) if rng.random() < 0.5]
    return tuple(
        Carried(player(seat), tuple(reward for keeper, reward in won if keeper == seat))
        for seat in keepers
        if any(keeper == seat for keeper, _ in won)
    )


def some_options(game: AnyGame, seats: int, rng: Random) -> dict[str, Any]:
    """Return random options that the game admits together and that keep the table short."""
    while True:
        chosen = {**thrown(game, rng), **short(game.key)}
        with suppress(Rejected):
            game.admit(msgspec.convert(chosen, game.options), seats)
            return chosen


def thrown(game: AnyGame, rng: Random) -> dict[str, Any]:
    """Return random values of all switches and choices; the rest keep their defaults."""
    info = msgspec.inspect.type_info(game.options)
    assert isinstance(info, msgspec.inspect.StructType)
    chosen: dict[str, Any] = {}
    for field in info.fields:
        kind = field.type.type if isinstance(field.type, msgspec.inspect.Metadata) else field.type
        if isinstance(kind, msgspec.inspect.BoolType):
            chosen[field.encode_name] = rng.random() < 0.5
        elif isinstance(kind, msgspec.inspect.LiteralType):
            chosen[field.encode_name] = rng.choice(kind.values)
    return chosen


# Every game that the laws are asked of, and whole tables of each.
#
# A law that not every game has to obey asks for those it applies to: games with hidden information,
# with luck, with skill, or those that come with the server.

KEYS = sorted(games())


def such(applies: Callable[[AnyGame], bool]) -> list[str]:
    """Return the keys of the games that a law applies to."""
    return [key for key in KEYS if applies(GAMES[key])]


def of_every_size(keys: Iterable[str]) -> pytest.MarkDecorator:
    """Return the mark of a test that runs for every number of seats of these games.

    All sizes but the smallest, the largest and one between them are marked `long`.
    """
    return pytest.mark.parametrize(
        ("key", "seats"),
        [
            pytest.param(key, seats, marks=() if seats in _sample(key) else pytest.mark.long)
            for key in keys
            for seats in GAMES[key].seats
        ],
    )


def _sample(key: str) -> tuple[int, int, int]:
    seats = GAMES[key].seats
    return seats[0], seats[len(seats) // 2], seats[-1]


BUILT_IN = such(lambda game: game.key in OWN)
SECRETIVE = such(lambda game: game.hidden_information)
SKILFUL = such(lambda game: game.skill)
# Tables on which a server can cheat in every way (tests/support/cheating): long, with luck.
EVENTFUL = such(lambda game: game.key in BUILT_IN and game.luck and game.seats[-1] >= 3)

EVERY_GAME = pytest.mark.parametrize("key", KEYS)
EVERY_SIZE = of_every_size(KEYS)
EVERY_BUILT_IN = pytest.mark.parametrize("key", BUILT_IN)


def tables(key: str, number: int = 2) -> list[Played]:
    """Return some played tables of every number of seats."""
    return [played(key, seats, n) for seats in GAMES[key].seats for n in range(number)]
