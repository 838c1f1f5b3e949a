"""Who sends a command: a player, the clock, a bot or an administrator."""

from typing import TypeAlias

from domain.kernel.ids import PlayerId, Seat
from domain.kernel.messages import Value


class ByPlayer(Value, frozen=True):
    """The player who sends a command, and the seat it names if the player holds several."""

    player: PlayerId
    seat: Seat | None = None


class ByClock(Value, frozen=True):
    """The timers send the command."""


class ByAdministrator(Value, frozen=True):
    """An administrator sends the command; who it is, only the audit stream contains."""


class ByBot(Value, frozen=True):
    """A worker plays for a bot, which chooses its own command."""

    seat: Seat


Actor: TypeAlias = ByPlayer | ByClock | ByBot | ByAdministrator
