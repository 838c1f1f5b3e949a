"""Lessons: a recorded game with notes, for players who have never seen it.

In the folder `guide` of a game, `lesson1.toml` has the notes and what the learner plays, and
`lesson1.ndjson` the record: each command with its draws, and a hash of what happened. A record
needs neither a table nor a seed, so no format of histories makes it stale. `ludotheque.lessons`
writes it.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, Union

from msgspec import convert, field, json, to_builtins, toml

from domain.kernel.data_files import Words, guide_folder
from domain.kernel.game import AnyGame, Seated
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Event, Value, state_after

T = TypeVar("T")


class Step(
    Value, frozen=True, rename={"otherwise": "else"}, forbid_unknown_fields=True, omit_defaults=True
):
    """A note, and what the learner does next; the learner only reads on if `play` is absent."""

    say: Words
    play: dict[str, Any] | None = None  # the command that comes next
    otherwise: Words | None = None  # `else`: what to say to another command
    point: str | None = None  # a CSS selector in the board
    after: int | None = None  # shown so many commands after the last one; else before the next play
    moves: tuple[dict[str, Any], ...] = ()  # what others play then, with `seat`; else greedily


class Deal(Value, frozen=True, forbid_unknown_fields=True):
    """The result of the next draw for a purpose: a number, or the first of the items in order."""

    draw: str
    got: int | tuple[str, ...]


class Lesson(Value, frozen=True, forbid_unknown_fields=True):
    """What the author of a lesson writes."""

    title: Words
    names: tuple[str, ...]  # of the seats
    steps: tuple[Step, ...]
    seat: Seat = 0  # of the learner
    seed: int = 0  # of all luck without a deal
    deals: tuple[Deal, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


class Drawn(Value, frozen=True):
    """A draw: its purpose, and the number or the order that came out."""

    draw: str
    got: int | tuple[int, ...]


class Move(Value, frozen=True, omit_defaults=True):
    """A line of the record: the deal first, then each command."""

    events: str  # a hash of what happened
    seat: Seat | None = None
    command: dict[str, Any] | None = None
    draws: tuple[Drawn, ...] = ()


class Position(Value, frozen=True):
    """What a move led to."""

    move: Move
    events: tuple[Event, ...]
    state: Any


class Stale(Exception):
    """The record does not fit the game, or the notes do not fit the record."""


def names_of_lessons(package: str) -> list[str]:
    """Return the lessons of a game in their order: `lesson1`, `lesson2`."""
    found = guide_folder(package)
    files = [each.name for each in found.iterdir()] if found.is_dir() else []
    return sorted(name[:-7] for name in files if name.endswith(".ndjson"))


def lesson_of(package: str, name: str) -> Lesson:
    """Return the notes of a lesson."""
    return toml.decode(guide_folder(package).joinpath(f"{name}.toml").read_bytes(), type=Lesson)


def record_of(package: str, name: str) -> list[Move]:
    """Return the record of a lesson."""
    lines = guide_folder(package).joinpath(f"{name}.ndjson").read_bytes().splitlines()
    return [json.decode(line, type=Move) for line in lines]


class Recalled:
    """Luck that repeats the draws of a record."""

    def __init__(self, draws: Iterable[Drawn]) -> None:
        self.left = deque(draws)

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        got = self._next(purpose)
        if not isinstance(got, int) or not 0 <= got < n:
            raise Stale(f"the draw {purpose!r} has {got}, but must be below {n}")
        return got

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        return 1 + self.below(sides, purpose)

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
        got = self._next(purpose)
        if isinstance(got, int) or sorted(got) != list(range(len(items))):
            raise Stale(f"the draw {purpose!r} is no order of {len(items)} items")
        return tuple(items[place] for place in got)

    def _next(self, purpose: str) -> int | tuple[int, ...]:
        if not self.left or self.left[0].draw != purpose:
            raise Stale(f"the record has {[each.draw for each in self.left]}, but not {purpose!r}")
        return self.left.popleft().got


def happened(game: AnyGame, lesson: Lesson, state: Any, move: Move, chance: Any) -> list[Any]:
    """Return the events of a move, the deal or a command."""
    if move.command is None or move.seat is None:
        seated = [Seated(seat) for seat in range(len(lesson.names))]
        return game.deal(seated, convert(lesson.options, game.options), chance)
    return game.decide(state, move.seat, command_of(game, move.command), chance)


def command_of(game: AnyGame, fields: dict[str, Any]) -> Command:
    """Return a command of the game by its fields, as the API accepts them."""
    command: Command = convert(fields, Union[game.commands])  # noqa: UP007
    return command


def hash_of(events: Sequence[Event]) -> str:
    """Return a short hash of events: another result makes the notes of a lesson doubtful."""
    told = json.encode([(event.type, to_builtins(event)) for event in events], order="sorted")
    return hashlib.sha256(told).hexdigest()[:12]


def positions(game: AnyGame, lesson: Lesson, record: Sequence[Move]) -> Iterator[Position]:
    """Judge a record again, and yield where each of its moves leads."""
    state = game.initial
    for number, move in enumerate(record):
        chance = Recalled(move.draws)
        events = happened(game, lesson, state, move, chance)
        if chance.left or hash_of(events) != move.events:
            raise Stale(f"move {number}, {move.command}, has another result than in the record")
        state = state_after(state, events)
        yield Position(move, tuple(events), state)


def places(lesson: Lesson, record: Sequence[Move]) -> list[int]:
    """Return the position, counted from the deal, at which each step is shown."""
    found: list[int] = []
    at = 0
    for number, step in enumerate(lesson.steps):
        expected = next((each.play for each in lesson.steps[number:] if each.play), None)
        before = (
            place - 1
            for place in range(at + 1, len(record))
            if record[place].seat == lesson.seat and record[place].command == expected
        )
        shown = next(before, len(record) - 1) if step.after is None else at + step.after
        if step.play and not (shown + 1 < len(record) and record[shown + 1].command == step.play):
            raise Stale(f"step {number + 1} expects {step.play}, which is not in the record")
        found.append(shown)
        at = shown + 1 if step.play else shown
    return found
