"""The end of a table before its game is over."""

from collections.abc import Iterable

from domain.judging.actors import ByAdministrator
from domain.judging.judgement import Context, player_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected
from domain.table import ending
from domain.table.decide.phase import table_finished
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, WithdrawEnd
from domain.table.end_events import TableClosed
from domain.table.events import TableEvent
from domain.table.refusals import ClosedBefore
from domain.table.state import Open, Running


def end(context: Context, command: Resign | AgreeToEnd | WithdrawEnd | Cancel) -> list[TableEvent]:
    """Return the events with which people end a table, or their part in it."""
    state, player, seed = context.state, player_of(context), context.seed.hex()
    match command:
        case Resign():
            return ending.resign(state, player, seed)
        case AgreeToEnd():
            return ending.agree_to_end(state, player, seed)
        case WithdrawEnd():
            return ending.withdraw_end(state, player)
        case Cancel():
            return ending.cancel(state, player, seed)


def abandoned(context: Context) -> TableClosed:
    """Return the end of a table that nobody plays at any more."""
    return TableClosed("abandoned", None, context.seed.hex())


def withheld(context: Context, seats: Iterable[Seat]) -> TableClosed:
    """Return the end of a table whose sealed luck these seats have not revealed."""
    return TableClosed("withheld", None, context.seed.hex(), tuple(sorted(seats)))


def broken(context: Context) -> TableClosed:
    """Return the end of a table whose store was set back."""
    if not isinstance(context.state, Open | Running):
        raise Rejected(ClosedBefore())
    return TableClosed("broken", None, context.seed.hex())


def terminated(context: Context, notice: str) -> TableClosed:
    """Return the end of a table that an administrator closes, with the public reason."""
    assert isinstance(context.actor, ByAdministrator)
    if not isinstance(context.state, Open | Running):
        raise table_finished()
    return TableClosed("terminated", None, context.seed.hex(), notice=notice)
