"""Judges commands: returns the events that a command causes at a table and in its game."""

from typing import assert_never, cast

from domain.judging.commands.closing import broken, end, terminated
from domain.judging.commands.opening import leave, open_table, reveal_luck, seated, start
from domain.judging.commands.play import judge_bot, judge_play
from domain.judging.commands.timers import call_time, move_deadline
from domain.judging.decision_clock import game_of
from domain.judging.judgement import Context, Judgement, by_nobody, player_of
from domain.kernel.messages import Command
from domain.table import commands as do
from domain.table.decide import luck, sandbox, seating
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, Terminate, WithdrawEnd


def judge(context: Context, command: Command | None) -> Judgement:
    """Return the events this command causes; raise Rejected if the rules refuse it.

    A bot chooses its command itself: then, and only then, there is none.
    """
    if command is None:
        return judge_bot(context)
    if type(command) in do.TABLE_COMMANDS:
        return _judge_table_command(context, cast(do.TableCommand, command))
    return judge_play(context, command)


def _judge_table_command(context: Context, command: do.TableCommand) -> Judgement:
    match command:
        case do.OpenTable():
            return seated(context, command, open_table(context, command))
        case do.CallTime():
            return call_time(context, command)
        case do.Sit():
            game, player = game_of(context.state), player_of(context)
            return seated(context, command, seating.sit(context.state, game, player, command))
        case do.SeatBot():
            game, host = game_of(context.state), player_of(context)
            return seated(context, command, seating.seat_bot(context.state, game, host, command))
        case do.SealLuck():
            sealed = luck.seal_luck(context.state, player_of(context), command)
            return by_nobody(context, command, sealed)
        case do.MoveDeadline():
            return by_nobody(context, command, move_deadline(context, command))
        case do.Leave():
            return leave(context, command)
        case do.Start():
            return start(context, command)
        case do.RevealLuck():
            return reveal_luck(context, command)
        case do.AdvanceClock():
            advanced = sandbox.advance_clock(context.state, player_of(context), command)
            return by_nobody(context, command, advanced)
        case do.BreakOff():
            return by_nobody(context, command, [broken(context)])
        case Terminate(reason=reason):
            return by_nobody(context, command, [terminated(context, reason)])
        case Resign() | AgreeToEnd() | WithdrawEnd() | Cancel():
            return by_nobody(context, command, end(context, command))
        case _:
            assert_never(command)
