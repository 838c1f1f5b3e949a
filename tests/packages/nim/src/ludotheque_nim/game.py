"""Nim, assembled: the types and the rules of a game without luck or secrets."""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Annotated, Literal, TypeAlias

from ludotheque import (
    Chance,
    Command,
    Decision,
    Game,
    Outcome,
    PublicEvent,
    Refusal,
    Rejected,
    Seat,
    Seated,
    Title,
    Value,
    best,
    components,
    put,
)
from msgspec import Meta
from msgspec.structs import replace

Heap: TypeAlias = Literal["A", "B", "C"]
HEAPS: tuple[Heap, ...] = ("A", "B", "C")
Sticks: TypeAlias = Annotated[int, Meta(ge=1, le=7, description="How many sticks to take.")]


class Box(Value, frozen=True):
    heaps: dict[Heap, int]
    seconds: int


BOX = components(__package__, Box)


class NimOptions(Value, frozen=True, forbid_unknown_fields=True):
    """The options that the host may choose when opening the table."""

    misere: Annotated[bool, Meta(description="NI-5: the last stick loses.")] = False


class Take(Command, frozen=True, tag="nim.take"):
    """Take sticks from one heap (NI-3)."""

    heap: Heap
    sticks: Sticks


class Nim(Value, frozen=True):
    """The sticks by heap (none before the deal), whose turn it is, and who has won."""

    sticks: tuple[int, ...] = ()
    misere: bool = False
    turn: Seat = 0
    winner: Seat | None = None


class HeapsLaid(PublicEvent, type="nim.heaps_laid", rule="NI-2"):
    """The heaps lie on the table."""

    sticks: tuple[int, ...]  # by heap
    misere: bool

    def apply(self, state: Nim) -> Nim:
        return Nim(self.sticks, self.misere)


class SticksTaken(PublicEvent, type="nim.sticks_taken", rule="NI-3"):
    """A seat took sticks from one heap."""

    seat: Seat
    heap: Heap
    sticks: int
    left: int

    def apply(self, state: Nim) -> Nim:
        sticks = put(state.sticks, HEAPS.index(self.heap), self.left)
        return replace(state, sticks=sticks, turn=1 - self.seat)


class LastStickTaken(PublicEvent, type="nim.last_stick_taken", rule="NI-4"):
    """No stick is left, and the game is over."""

    seat: Seat
    winner: Seat

    def apply(self, state: Nim) -> Nim:
        return replace(state, winner=self.winner)


NimEvent: TypeAlias = HeapsLaid | SticksTaken | LastStickTaken


class NotYourTurn(Refusal, code="not_your_turn"): ...


class NotSoManySticks(Refusal, code="not_so_many_sticks"):
    heap: Heap
    sticks: int


class NimView(Value, frozen=True, tag_field="game", tag="nim"):
    """The table, which everybody sees alike."""

    sticks: tuple[int, ...]  # by heap
    misere: bool
    turn: Seat | None
    winner: Seat | None


def deal(seated: Sequence[Seated], options: NimOptions, chance: Chance) -> list[NimEvent]:
    """NI-2"""
    return [HeapsLaid(tuple(BOX.heaps[heap] for heap in HEAPS), options.misere)]


def decide(state: Nim, seat: Seat, command: Take) -> list[NimEvent]:
    if decision(state) is None or seat != state.turn:
        raise Rejected(NotYourTurn(), rule="NI-3")
    heap = HEAPS.index(command.heap)
    left = state.sticks[heap] - command.sticks
    if left < 0:
        fewer = NotSoManySticks(command.heap, state.sticks[heap])
        raise Rejected(fewer, rule="NI-3", field="sticks")
    taken = SticksTaken(seat, command.heap, command.sticks, left)
    if any(put(state.sticks, heap, left)):
        return [taken]
    return [taken, LastStickTaken(seat, 1 - seat if state.misere else seat)]  # NI-4, NI-5


def decision(state: Nim) -> Decision | None:
    if not any(state.sticks):
        return None
    return Decision(f"take:{sum(state.sticks)}", "take", frozenset((state.turn,)))


def legal(state: Nim, seat: Seat) -> tuple[Take, ...]:
    if decision(state) is None or seat != state.turn:
        return ()
    heaps = zip(HEAPS, state.sticks, strict=True)
    return tuple(Take(heap, n) for heap, most in heaps for n in range(1, most + 1))


def default(state: Nim, seat: Seat) -> Take:
    """NI-6"""
    return Take(HEAPS[state.sticks.index(max(state.sticks))], 1)


def outcome(state: Nim) -> Outcome | None:
    if state.winner is None:
        return None
    won = tuple(int(seat == state.winner) for seat in range(2))
    return Outcome(tuple(2 - each for each in won), won)


def view(state: Nim, seat: Seat | None) -> NimView:
    turn = state.turn if decision(state) else None
    return NimView(state.sticks, state.misere, turn, state.winner)


def greedy(view: NimView, seat: Seat, actions: Sequence[Take]) -> tuple[Take, ...]:
    """Leave heaps whose sizes cancel out in binary, as every book about the game advises."""

    def worth(action: Take) -> float:
        heap = HEAPS.index(action.heap)
        left = put(view.sticks, heap, view.sticks[heap] - action.sticks)
        if view.misere and max(left) <= 1:
            return float(sum(left) % 2 == 1)
        return float(reduce(xor, left) == 0)

    return best(actions, worth)


GAME: Game[Take, NimEvent, NimOptions, Nim, NimView] = Game(
    key="nim",
    title=Title("Nim", "Nim"),
    rules_version="1",
    seats=range(2, 3),
    seats_rule="NI-1",
    clocks={"take": BOX.seconds},
    luck=False,
    initial=Nim(),
    deal=deal,
    decide=lambda state, seat, command, chance: decide(state, seat, command),
    preview=decide,
    decision=decision,
    legal=legal,
    default=default,
    greedy=greedy,
    outcome=outcome,
    view=view,
)
