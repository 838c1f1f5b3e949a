"""What the timers ask for: default moves, closing, and deadlines moved after an outage."""

from typing import Any

from msgspec.structs import replace

from domain.judging.commands.closing import abandoned, withheld
from domain.judging.commands.play import draws_for, play
from domain.judging.decision_clock import (
    AbandonTable,
    CloseWithheld,
    PlayDefault,
    extend_deadline,
    game_of,
    next_timer_action,
)
from domain.judging.fold import fold
from domain.judging.judgement import Context, Judgement, by_nobody
from domain.judging.seat_clocks import is_out_of_time
from domain.kernel.game import AnyGame, Chance
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table import absence
from domain.table.commands import CallTime, MoveDeadline
from domain.table.decide.phase import require_running
from domain.table.events import TableEvent
from domain.table.refusals import NobodyLate, NoTimeLost
from domain.table.state import Running


def call_time(context: Context, command: CallTime) -> Judgement:
    """Do what is due at this table; reject if nothing is, or if only a bot has to be woken."""
    action = next_timer_action(context.state, context.at)
    if isinstance(action, AbandonTable):
        return by_nobody(context, command, [abandoned(context)])
    running = require_running(context.state)
    if isinstance(action, CloseWithheld):
        return by_nobody(context, command, [withheld(context, running.unrevealed)])
    if not isinstance(action, PlayDefault):
        raise Rejected(NobodyLate())
    out_of_time = is_out_of_time(running, action.seat, context.at)
    events = absence.time_out(running, action.seat, out_of_time)
    after = fold(running, events)
    assert isinstance(after, Running)
    if absence.deserted(after):
        return by_nobody(context, command, [*events, abandoned(context)])
    draws = draws_for(context, running)
    default = time_out_command(game_of(running), running.play, action.seat, draws)
    played = play(context, running, action.seat, events, default, draws, None)
    return replace(played, command=command)


def time_out_command(game: AnyGame, play: Any, seat: Seat, chance: Chance) -> Command:
    """Return the command that is played for a seat whose time is up."""
    command: Command = (
        game.default(play, seat) if game.lapse is None else game.lapse(play, seat, chance)
    )
    return command


def move_deadline(context: Context, command: MoveDeadline) -> list[TableEvent]:
    """Compensate every outage once, however often the timers ask for it."""
    moved = extend_deadline(require_running(context.state), command.outages)
    if moved is None:
        raise Rejected(NoTimeLost())
    return [moved]
