"""Resident bytes per cached table in the middle of its game, loaded from its events.

A table that is loaded takes more memory than one that was played in the process.
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Any, cast

from application.table_cache import TableCache
from application.world import RealWorld, new_id
from domain.games import GAMES
from domain.judging.live_table import LiveTable
from domain.judging.stored import Entry
from domain.kernel.game import AnyGame
from tests.bench import process_usage
from tests.bench.histories import History, finished
from tests.bench.result import Result, Show

TABLES = 1_000
HISTORIES = 10
TARGET = 60_000


def measure(show: Show) -> list[Result]:
    """Measure in a new process, whose memory holds nothing else."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as fresh:
        sizes = fresh.submit(bytes_per_table).result()
    show(", ".join(f"{key}: {size:,.0f} bytes" for key, size in sizes.items()))
    return [
        Result(f"{key}: resident per cached table", size, "bytes", TARGET, "at most")
        for key, size in sizes.items()
    ]


def bytes_per_table() -> dict[str, float]:
    return {game.key: _bytes_per_table(game) for game in GAMES.values()}


def _bytes_per_table(game: AnyGame) -> float:
    world = RealWorld()
    half = [_first_half(game, number) for number in range(HISTORIES)]
    tables = TableCache(cast("Any", None), world, TABLES)  # its log is not used
    before = process_usage.resident_bytes()
    for number in range(TABLES):
        live = LiveTable(new_id(world), world.fresh(32))
        live.catch_up(half[number % HISTORIES])
        tables.keep(live)
    assert tables.cached == TABLES
    return (process_usage.resident_bytes() - before) / TABLES


def _first_half(game: AnyGame, number: int) -> list[Entry]:
    seats = game.seats[-1]
    history, end = History(game, seats, number), len(finished(game, seats, number).events)
    while len(history.events) < end // 2:
        history.move()
    return [Entry(version, raw) for version, raw in enumerate(history.stored(), 1)]
