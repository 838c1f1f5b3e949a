"""The events with which people end a table, or their own part in it, before the game is over."""

from typing import ClassVar

from domain.kernel.ids import Seat
from domain.kernel.messages import PublicEvent


class SeatResigned(PublicEvent, frozen=True):
    """A seat gave up the game: the server plays its default moves, and it is placed behind."""

    type: ClassVar = "table.seat_resigned"
    seat: Seat


class EndProposed(PublicEvent, frozen=True):
    """A person proposes to end the table without a result."""

    type: ClassVar = "table.end_proposed"
    seat: Seat
    lapses: int  # the number of the decision with which the proposal lapses


class EndAgreed(PublicEvent, frozen=True):
    """A person agrees to end the table without a result."""

    type: ClassVar = "table.end_agreed"
    seat: Seat


class EndWithdrawn(PublicEvent, frozen=True):
    """A person withdrew or declined the proposal to end the table."""

    type: ClassVar = "table.end_withdrawn"
    seat: Seat


class EndLapsed(PublicEvent, frozen=True):
    """The proposal to end the table lapsed: not all people agreed in time."""

    type: ClassVar = "table.end_lapsed"
