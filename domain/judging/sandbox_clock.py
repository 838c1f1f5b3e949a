"""The time of a command: that of the server, or in a sandbox that of its own clock."""

from domain.judging.live_table import LiveTable
from domain.kernel.messages import Command
from domain.kernel.moments import millis
from domain.table.commands import AdvanceClock, OpenTable
from domain.table.state import sandbox_of


def time_of(live: LiveTable, command: Command | None, now: int) -> int:
    """Return when a command is judged; the clock of a sandbox shows its last event's time."""
    if isinstance(command, OpenTable):
        return now if command.sandbox is None else millis(command.sandbox.clock)
    if sandbox_of(live.state) is None:
        return max(now, live.at)
    return live.at + (1000 * command.seconds if isinstance(command, AdvanceClock) else 0)
