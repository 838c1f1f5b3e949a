"""Resident bytes per cached table in the middle of its game, loaded from its events.

A table that is loaded takes more memory than one that was played in the process.
"""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar, cast

from application.table_cache import TableCache
from application.world import RealWorld, new_id
from domain.games import GAMES
from domain.judging.live_table import LiveTable
from domain.judging.stored import Entry
from domain.kernel.game import AnyGame
from tests.bench import process_usage
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers.histories import History, finished

TABLES = 200
HISTORIES = 3
ROUNDS = 3
Given = TypeVar("Given")
Found = TypeVar("Found")
TARGET = 60_000


def measure(show: Show) -> list[Result]:
    """Measure every game in processes of its own: memory that one has freed is used again."""
    results = []
    for key in GAMES:
        halves = _in_a_new_process(first_halves, key)
        sizes = [_in_a_new_process(bytes_per_table, halves) for _ in range(ROUNDS)]
        results.append(
            of_rounds(f"{key}: resident per cached table", sizes, "bytes", TARGET, "at most")
        )
        show(f"{key}: {results[-1].measured}")
    return results


def _in_a_new_process(work: Callable[[Given], Found], given: Given) -> Found:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as fresh:
        return fresh.submit(work, given).result()


def first_halves(key: str) -> list[list[Entry]]:
    """Return the entries of some tables in the middle of their game."""
    return [_first_half(GAMES[key], number) for number in range(HISTORIES)]


def bytes_per_table(histories: list[list[Entry]]) -> float:
    """Return the growth of this process per table that it loads."""
    world = RealWorld()
    tables = TableCache(cast("Any", None), world, TABLES)  # its log is not used
    before = process_usage.resident_bytes()
    for number in range(TABLES):
        live = LiveTable(new_id(world), world.fresh(32))
        live.catch_up(histories[number % HISTORIES])
        tables.keep(live)
    assert tables.cached == TABLES
    return (process_usage.resident_bytes() - before) / TABLES


def _first_half(game: AnyGame, number: int) -> list[Entry]:
    seats = game.seats[-1]
    history, end = History(game, seats, number), len(finished(game, seats, number).events)
    while len(history.events) < end // 2:
        history.move()
    return history.entries()
