"""Bids: everybody writes down a number; the highest number that nobody else wrote scores.

Hidden information without pieces, and answers at the same time.
"""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from domain.kernel.game import Chance, Decision, Game, Outcome, Seated, Title
from domain.kernel.ids import Seat
from domain.kernel.messages import (
    Announcement,
    Command,
    PrivateEvent,
    PublicEvent,
    Refusal,
    Value,
    put,
)
from domain.kernel.refusals import Rejected

HIGHEST, ROUNDS = 5, 3


class Options(Value, frozen=True, forbid_unknown_fields=True):
    """No option."""


class Write(Command, frozen=True, tag="tiny_bids.write"):
    """Write down a number."""

    number: Annotated[int, Meta(ge=1, le=HIGHEST)]


class Bids(Value, frozen=True):
    """The numbers of this round by seat, None while there is none; no seat before the deal."""

    round: int = 0
    numbers: tuple[int | None, ...] = ()
    points: tuple[int, ...] = ()


class RoundBegun(PublicEvent, type="tiny_bids.round_begun", rule="TB-1"):
    """A round begins."""

    round: int
    seats: int

    def apply(self, bids: Bids) -> Bids:
        return Bids(self.round, (None,) * self.seats, bids.points or (0,) * self.seats)


class NumberWritten(PrivateEvent, type="tiny_bids.number_written", rule="TB-2"):
    """The number that a seat wrote; only that seat sees it."""

    number: int

    def apply(self, bids: Bids) -> Bids:
        return replace(bids, numbers=put(bids.numbers, self.seat, self.number))


class NumberSealed(Announcement, type="tiny_bids.number_sealed", rule="TB-2"):
    """A seat has written a number."""

    seat: Seat


class NumbersShown(PublicEvent, type="tiny_bids.numbers_shown", rule="TB-3"):
    """All numbers are shown; the points by seat after it."""

    numbers: tuple[int, ...]
    points: tuple[int, ...]

    def apply(self, bids: Bids) -> Bids:
        return replace(bids, points=self.points)


BidsEvent: TypeAlias = RoundBegun | NumberWritten | NumberSealed | NumbersShown


class NoBidNow(Refusal, code="no_bid_now"): ...


class BidsView(Value, frozen=True, tag_field="game", tag="tiny_bids"):
    """What a seat sees."""

    round: int
    points: tuple[int, ...]
    written: tuple[bool, ...]
    mine: int | None


def deal(seated: Sequence[Seated], options: Options, chance: Chance) -> list[BidsEvent]:
    return [RoundBegun(1, len(seated))]


def decide(bids: Bids, seat: Seat, command: Write, chance: Chance | None) -> list[BidsEvent]:
    if seat not in awaited(bids):
        raise Rejected(NoBidNow(), rule="TB-2")
    events: list[BidsEvent] = [NumberWritten(seat, command.number), NumberSealed(seat)]
    numbers = put(bids.numbers, seat, command.number)
    if None in numbers:
        return events
    shown = tuple(number for number in numbers if number is not None)
    single = [number for number in shown if shown.count(number) == 1]
    scored = (bool(single) and number == max(single) for number in shown)
    points = tuple(had + got for had, got in zip(bids.points, scored, strict=True))
    events.append(NumbersShown(shown, points))
    if bids.round < ROUNDS:
        events.append(RoundBegun(bids.round + 1, len(shown)))
    return events


def preview(bids: Bids, seat: Seat, command: Write) -> list[BidsEvent]:
    return decide(bids, seat, command, None)[:2]


def awaited(bids: Bids) -> frozenset[Seat]:
    return frozenset(seat for seat, number in enumerate(bids.numbers) if number is None)


def decision(bids: Bids) -> Decision | None:
    asked = awaited(bids)
    return Decision(f"{bids.round}", "write", asked) if asked else None


def legal(bids: Bids, seat: Seat) -> tuple[Write, ...]:
    if seat not in awaited(bids):
        return ()
    return tuple(Write(number) for number in range(1, HIGHEST + 1))


def outcome(bids: Bids) -> Outcome | None:
    if not bids.round or awaited(bids):
        return None
    points = bids.points
    return Outcome(tuple(1 + sum(other > mine for other in points) for mine in points), points)


def view(bids: Bids, seat: Seat | None) -> BidsView:
    written = tuple(number is not None for number in bids.numbers)
    mine = bids.numbers[seat] if seat is not None and seat < len(bids.numbers) else None
    return BidsView(bids.round, bids.points, written, mine)


GAME: Game[Write, BidsEvent, Options, Bids, BidsView] = Game(
    key="tiny_bids",
    title=Title("Bids", "Mises"),
    rules_version="1",
    seats=range(2, 4),
    seats_rule="TB-1",
    clocks={"write": 30},
    luck=False,
    initial=Bids(),
    deal=deal,
    decide=decide,
    preview=preview,
    decision=decision,
    legal=legal,
    default=lambda *_: Write(1),
    greedy=lambda _view, _seat, actions: actions[-1:],
    outcome=outcome,
    view=view,
)
