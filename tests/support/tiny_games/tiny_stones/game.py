"""Stones: take one to three from a heap; whoever takes the last stone wins.

Perfect information and no luck.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.chance import Chance
from domain.kernel.decision import Decision
from domain.kernel.game import Game, Seated, Title
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, PublicEvent, Refusal, Value
from domain.kernel.outcome import Outcome
from domain.kernel.rejection import Rejected

MOST = 3
REFUSALS = {
    "not_your_turn": "Another seat has to take stones.",
    "too_few_left": "The heap has fewer stones.",
}


class Options(Value, frozen=True, forbid_unknown_fields=True):
    """The options of a table."""

    stones: Annotated[Literal[15, 20], Meta(description="TS-1: stones in the heap.")] = 15


class Take(Command, frozen=True, tag="tiny_stones.take"):
    """Take some stones from the heap."""

    stones: Annotated[int, Meta(ge=1, le=MOST)]


class Heap(Value, frozen=True):
    """The stones that are left, and the seat whose turn it is; no seats before the deal."""

    seats: int = 0
    left: int = 0
    turn: Seat = 0


class HeapLaid(PublicEvent, type="tiny_stones.heap_laid", rule="TS-1"):
    """The heap is laid out."""

    stones: int
    seats: int

    def apply(self, heap: Heap) -> Heap:
        return Heap(self.seats, self.stones)


class StonesTaken(PublicEvent, type="tiny_stones.stones_taken", rule="TS-2"):
    """A seat takes stones; `left` are left."""

    seat: Seat
    stones: int
    left: int

    def apply(self, heap: Heap) -> Heap:
        return Heap(heap.seats, self.left, (self.seat + 1) % heap.seats)


StonesEvent: TypeAlias = HeapLaid | StonesTaken


class NotYourTurn(Refusal, code="not_your_turn"):
    turn: Seat


class TooFewLeft(Refusal, code="too_few_left"):
    left: int


class HeapView(Value, frozen=True, tag_field="game", tag="tiny_stones"):
    """What everybody sees."""

    left: int
    turn: Seat


def admit(options: Options, seats: int) -> None:
    """Accept every option."""


def deal(seated: Sequence[Seated], options: Options, chance: Chance) -> list[StonesEvent]:
    return [HeapLaid(options.stones, len(seated))]


def decide(heap: Heap, seat: Seat, command: Take, chance: Chance | None) -> list[StonesEvent]:
    if not heap.left or heap.turn != seat:
        raise Rejected(NotYourTurn(heap.turn), rule="TS-2")
    if command.stones > heap.left:
        raise Rejected(TooFewLeft(heap.left), rule="TS-2", field="stones")
    return [StonesTaken(seat, command.stones, heap.left - command.stones)]


def view(heap: Heap, seat: Seat | None) -> HeapView:
    return HeapView(heap.left, heap.turn)


def decision(heap: Heap) -> Decision | None:
    return Decision(f"{heap.left}", "take", frozenset((heap.turn,))) if heap.left else None


def legal(heap: Heap, seat: Seat) -> tuple[Take, ...]:
    if not heap.left or heap.turn != seat:
        return ()
    return tuple(Take(stones) for stones in range(1, min(MOST, heap.left) + 1))


def greedy(view: HeapView, seat: Seat, actions: Sequence[Take]) -> Sequence[Take]:
    """Return the action that leaves a multiple of four."""
    return [each for each in actions if (view.left - each.stones) % (MOST + 1) == 0] or actions


def outcome(heap: Heap) -> Outcome | None:
    if not heap.seats or heap.left:
        return None
    last = (heap.turn - 1) % heap.seats
    won = [seat == last for seat in range(heap.seats)]
    return Outcome(tuple(1 if each else 2 for each in won), tuple(map(int, won)))


GAME: Game[Take, StonesEvent, Options, Heap, HeapView] = Game(
    key="tiny_stones",
    title=Title("Stones", "Pierres"),
    rules_version="1",
    seats=range(2, 3),
    seats_rule="TS-1",
    clocks={"take": 30},
    pieces=(),
    pieces_rule=None,
    luck=False,
    refusals=REFUSALS,
    initial=Heap(),
    admit=admit,
    deal=deal,
    decide=decide,
    preview=lambda heap, seat, command: decide(heap, seat, command, None),
    decision=decision,
    legal=legal,
    open_parameters=lambda *_: (),
    default=lambda heap, seat: legal(heap, seat)[0],
    greedy=greedy,
    outcome=outcome,
    view=view,
)
