"""Goose: roll a die and move; whoever reaches the end first wins. Pure luck."""

from collections.abc import Sequence
from typing import TypeAlias

from domain.kernel.game import Chance, Decision, Game, Outcome, Seated, Title
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, PublicEvent, Refusal, Value, put
from domain.kernel.refusals import Rejected

END = 12


class Options(Value, frozen=True, forbid_unknown_fields=True):
    """No option."""


class Roll(Command, frozen=True, tag="tiny_goose.roll"):
    """Roll the die and move that far."""


class Race(Value, frozen=True):
    """Where the geese stand, by seat; no goose before the deal."""

    at: tuple[int, ...] = ()
    turn: Seat = 0

    @property
    def over(self) -> bool:
        return not self.at or max(self.at) >= END


class GeeseSet(PublicEvent, type="tiny_goose.geese_set", rule="TG-1"):
    """All geese stand at the start."""

    seats: int

    def apply(self, race: Race) -> Race:
        return Race((0,) * self.seats)


class GooseMoved(PublicEvent, type="tiny_goose.goose_moved", rule="TG-2"):
    """A seat rolls, and its goose moves."""

    seat: Seat
    rolled: int
    to: int

    def apply(self, race: Race) -> Race:
        return Race(put(race.at, self.seat, self.to), (self.seat + 1) % len(race.at))


GooseEvent: TypeAlias = GeeseSet | GooseMoved


class NotYourTurn(Refusal, code="not_your_turn"):
    turn: Seat


class RaceView(Value, frozen=True, tag_field="game", tag="tiny_goose"):
    """What everybody sees."""

    at: tuple[int, ...]
    turn: Seat


def deal(seated: Sequence[Seated], options: Options, chance: Chance) -> list[GooseEvent]:
    return [GeeseSet(len(seated))]


def rejected(race: Race, seat: Seat) -> None:
    if race.over or race.turn != seat:
        raise Rejected(NotYourTurn(race.turn), rule="TG-2")


def decide(race: Race, seat: Seat, command: Roll, chance: Chance) -> list[GooseEvent]:
    rejected(race, seat)
    rolled = chance.roll(6, seat=seat)
    return [GooseMoved(seat, rolled, race.at[seat] + rolled)]


def preview(race: Race, seat: Seat, command: Roll) -> list[GooseEvent]:
    """Return nothing: everything is decided by the die."""
    rejected(race, seat)
    return []


def decision(race: Race) -> Decision | None:
    key = ":".join(map(str, (*race.at, race.turn)))
    return None if race.over else Decision(key, "roll", frozenset((race.turn,)))


def legal(race: Race, seat: Seat) -> tuple[Roll, ...]:
    return () if race.over or race.turn != seat else (Roll(),)


def outcome(race: Race) -> Outcome | None:
    if not race.at or not race.over:
        return None
    return Outcome(tuple(1 + sum(other > mine for other in race.at) for mine in race.at), race.at)


def view(race: Race, seat: Seat | None) -> RaceView:
    return RaceView(race.at, race.turn)


GAME: Game[Roll, GooseEvent, Options, Race, RaceView] = Game(
    key="tiny_goose",
    title=Title("Goose", "Oie"),
    rules_version="1",
    seats=range(2, 4),
    seats_rule="TG-1",
    clocks={"roll": 30},
    skill=False,
    initial=Race(),
    deal=deal,
    decide=decide,
    preview=preview,
    decision=decision,
    legal=legal,
    default=lambda *_: Roll(),
    greedy=lambda _view, _seat, actions: actions,
    outcome=outcome,
    view=view,
)
