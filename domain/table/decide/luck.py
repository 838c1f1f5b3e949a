"""Sealed luck: a commitment before the start, the share after it."""

from domain.kernel.ids import PlayerId
from domain.kernel.refusals import Rejected
from domain.table import refusals
from domain.table.commands import SealLuck
from domain.table.decide.phase import require_open, require_running
from domain.table.events import TableEvent
from domain.table.opening_events import LuckRevealed, LuckSealed
from domain.table.state import Open, Running, Table, seats_of


def seal_luck(state: Table, player: PlayerId, command: SealLuck) -> list[TableEvent]:
    """Record the commitment of a seated player, once and before the start."""
    seating = require_open(state)
    require_sealed_luck(seating)
    own = seats_of(seating, player)
    if not own:
        raise Rejected(refusals.OnlySeatedSeal())
    if seating.sitters[own[0]].luck is not None:
        raise Rejected(refusals.LuckAlreadySealed())
    return [LuckSealed(own[0], command.commitment)]


def require_sealed_luck(seating: Open) -> None:
    if not seating.setup.sealed_luck:
        raise Rejected(refusals.SealedLuckForbidden())


def reveal_luck(
    state: Table, player: PlayerId, share: str, commitment: str
) -> tuple[Running, LuckRevealed]:
    """Return the running table, and the event that reveals the share of the player's seat.

    `commitment` is the one that belongs to this share.
    """
    running = require_running(state)
    own = [seat for seat in seats_of(running, player) if seat in running.unrevealed]
    if not own:
        raise Rejected(refusals.NothingToReveal())
    if commitment != running.sitters[own[0]].luck:
        raise Rejected(refusals.WrongShare(), field="share")
    return running, LuckRevealed(own[0], share)
