"""The clocks that a host may choose, and the running clocks of seats that have a bank."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.kernel.ids import Count, Moment, Seat, millis, rfc3339
from domain.kernel.messages import Value

DAY_SECONDS = 24 * 3600
LONGEST_DECISION = 7 * DAY_SECONDS
LONGEST_BANK = 14 * DAY_SECONDS
MOST_DAYS = 14  # per decision of a correspondence game
REACTION_SECONDS = 15  # kinds of decisions that the rules give no more are reactions

Seconds: TypeAlias = Annotated[
    int, Meta(ge=1, le=LONGEST_DECISION, description="Seconds for each decision.")
]
BankSeconds: TypeAlias = Annotated[
    int, Meta(ge=1, le=LONGEST_BANK, description="Seconds that each seat has at the start.")
]
IncrementSeconds: TypeAlias = Annotated[
    int, Meta(ge=1, le=DAY_SECONDS, description="Seconds that each decision adds to the bank.")
]
Days: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_DAYS, description="Days for each decision.")]


class _Clock(
    Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=False
):
    """A kind of clock; its tag is `kind`."""


class PerDecision(_Clock, frozen=True, tag="per_decision"):
    """The same time for each decision; null: the times in the rules of the game."""

    seconds: Seconds | None = None
    """The time for each decision; null for the times of the game's rules."""


class Fischer(_Clock, frozen=True, tag="fischer"):
    """A bank of time for each seat, to which every decision of the seat adds an increment."""

    bank_seconds: BankSeconds
    increment_seconds: IncrementSeconds


class Bank(_Clock, frozen=True, tag="bank"):
    """A bank of time for each seat and the whole game.

    When the bank of a seat is empty, the server plays for it until the end.
    """

    bank_seconds: BankSeconds


class Correspondence(_Clock, frozen=True, tag="correspondence"):
    """Days for each decision."""

    days: Days


Clock: TypeAlias = PerDecision | Fischer | Bank | Correspondence | None  # None = no clock

# The clock as events store it: "rules" = the clocks of the game, a number = seconds per decision
Pace: TypeAlias = Literal["rules"] | Seconds | Fischer | Bank | Correspondence | None


def pace_of(clock: Clock) -> Pace:
    """Return a clock as events store it."""
    if isinstance(clock, PerDecision):
        return "rules" if clock.seconds is None else clock.seconds
    return clock


def clock_of(pace: Pace) -> Clock:
    """Return a stored clock as a request names it."""
    if pace == "rules":
        return PerDecision()
    return PerDecision(pace) if isinstance(pace, int) else pace


def bank_ms(pace: Pace) -> int | None:
    """Return the bank of each seat at the start; None if the seats of the table have none."""
    return 1000 * pace.bank_seconds if isinstance(pace, Fischer | Bank) else None


class SeatClock(Value, frozen=True):
    """The running clock of a seat that has been asked and has not answered yet.

    `bank_ms` is its bank when it was asked. `given_back_ms` makes up for outages since then.
    """

    seat: Seat
    since: Moment
    deadline: Moment
    bank_ms: Count
    """Milliseconds in the bank of the seat when it was asked."""
    given_back_ms: Count
    """Milliseconds that make up for outages."""


class ClockSeen(Value, frozen=True):
    """The clock of a seat that has a bank; it runs while the seat must decide.

    `bank_ms` is what the bank had when the clock started or stopped last. While the clock runs,
    `runs_out` minus the present time is left.
    """

    bank_ms: Count
    """Milliseconds in the bank when the clock started or stopped last."""
    running_since: Moment | None = None
    """Since when the clock runs; null unless it does."""
    runs_out: Moment | None = None
    """When the bank will be empty; null unless the clock runs."""
    deadline: Moment | None = None  # earlier than `runs_out` in a reaction
    """When the server plays the default move for the seat; null unless its clock runs."""


def seen_running(clock: SeatClock) -> ClockSeen:
    """Return a running clock as players see it."""
    runs_out = rfc3339(millis(clock.since) + clock.given_back_ms + clock.bank_ms)
    return ClockSeen(clock.bank_ms, clock.since, runs_out, clock.deadline)


class Banks(Value, frozen=True):
    """The banks of all seats and the clocks that run: a fold of the events of a table."""

    left_ms: tuple[int, ...]  # by seat, when its clock was stopped last
    running: tuple[SeatClock, ...] = ()  # by seat

    def clock(self, seat: Seat | None) -> SeatClock | None:
        """Return the running clock of a seat."""
        return next((each for each in self.running if each.seat == seat), None)

    @property
    def deadline(self) -> Moment | None:
        """Return the first deadline of all running clocks; they are written so that texts sort."""
        return min((each.deadline for each in self.running), default=None)

    def seen(self, seat: Seat) -> ClockSeen:
        """Return the clock of a seat as players see it."""
        clock = self.clock(seat)
        return ClockSeen(self.left_ms[seat]) if clock is None else seen_running(clock)
