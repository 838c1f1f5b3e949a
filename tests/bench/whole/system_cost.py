"""What a command and a bot's move cost in a real `serve`, by the processor time of every process.

Each sample ends when the workers have processed all that was played. What the processes use while
nobody plays is measured first, and is not counted for commands and moves.
"""

import asyncio
from collections.abc import Mapping, Sequence

import uvloop

from tests.bench.result import Result, Show, of_rounds
from tests.bench.sampling import Load, Sample, rate, sample_in_turn, under_load
from tests.bench.servers.connections import TableConnection
from tests.bench.whole.bot_tables import BotTables
from tests.bench.whole.running_serve import PARTS, RunningServe, running_serve

CONNECTIONS, COMMANDS = 64, 24  # commands of each connection in a round
PAUSE_SECONDS, SLOW_COMMANDS = 0.1, 40
ROUNDS, LIMIT, ROUND_LIMIT = 5, 150.0, 60.0
CROWD, PEOPLE, BOTS = "command at 64 connections", "command at the pace of people", "move of a bot"
TARGETS = {CROWD: 400.0, PEOPLE: 1_500.0, BOTS: 450.0}  # µs
LEAST_MOVES = 1_200.0  # of bots, per second
MOST_AT_REST = 1.5  # % of a core
SHARE = "% of a core"


class BusyConnection(TableConnection):
    """Sends a number of commands without pause."""

    prepared_tables = 1
    most_moves = COMMANDS


class SlowConnection(TableConnection):
    """Sends commands as people do: the processes are at rest when the next one comes."""

    prepared_tables = 1
    most_moves = SLOW_COMMANDS

    def _send(self) -> None:
        asyncio.get_running_loop().call_later(PAUSE_SECONDS, super()._send)


def measure(show: Show) -> list[Result]:
    with running_serve() as serve:
        at_rest = serve.shares()
        show(f"at rest: {100 * sum(at_rest.values()):.1f} {SHARE}")
        loads = {
            name: Load(each, serve.pids, serve.settled, at_rest)
            for name, each in _players(serve).items()
        }
        taken = uvloop.run(sample_in_turn(loads, ROUNDS, ROUND_LIMIT, show, LIMIT))
    return under_load(rows(taken, at_rest), taken)


def _players(serve: RunningServe) -> dict[str, Sequence[TableConnection | BotTables]]:
    return {
        CROWD: [BusyConnection(serve.port) for _ in range(CONNECTIONS)],
        PEOPLE: [SlowConnection(serve.port)],
        BOTS: [BotTables(serve.port)],
    }


def rows(taken: Mapping[str, Sequence[Sample]], at_rest: Mapping[str, float]) -> list[Result]:
    """Return what each kind of work costs in all and by process, then the cost of no work."""
    results = [row for name, samples in taken.items() for row in _costs(name, samples)]
    moves = [rate(one) for one in taken[BOTS]]
    results.append(of_rounds("whole: moves of bots", moves, "/s", LEAST_MOVES))
    unused = 100 * sum(at_rest.values())
    results.append(Result("whole: at rest", unused, SHARE, MOST_AT_REST, "at most"))
    return [*results, *(Result(f"  {part}", 100 * at_rest[part], SHARE) for part in PARTS)]


def _costs(name: str, samples: Sequence[Sample]) -> list[Result]:
    in_all = [one.total for one in samples]
    return [
        of_rounds(f"whole: {name}", in_all, "µs", TARGETS.get(name), "at most"),
        *(of_rounds(f"  {part}", [one.micros[part] for one in samples], "µs") for part in PARTS),
        of_rounds("  not counted: the same time at rest", [one.at_rest for one in samples], "µs"),
    ]
