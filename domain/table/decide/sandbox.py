"""The clock of a sandbox, which its host moves by hand."""

from domain.kernel.ids import PlayerId
from domain.kernel.refusals import Rejected
from domain.table.clock_events import ClockAdvanced
from domain.table.commands import AdvanceClock
from domain.table.events import TableEvent
from domain.table.refusals import ClockStands, NotASandbox, OnlyHostMovesClock
from domain.table.state import Open, Running, Table


def advance_clock(state: Table, player: PlayerId, command: AdvanceClock) -> list[TableEvent]:
    """Move the clock of a sandbox; nobody else's clock can be moved."""
    if not isinstance(state, Open | Running):
        raise Rejected(ClockStands())
    if state.setup.sandbox is None:
        raise Rejected(NotASandbox())
    if player != state.setup.host:
        raise Rejected(OnlyHostMovesClock())
    return [ClockAdvanced(command.seconds)]
