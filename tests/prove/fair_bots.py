"""Bots answer one player quickly while another owns 25 tables of eight greedy bots."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.prove.proof import Proof, Show
from tests.support.players.greedy_owner import (
    BOTS,
    TABLES,
    answer_times,
    under_load,
    until_all_move,
)

FULL = 100
MOST_SECONDS = 1.0  # without turns of the owners: 19 s, five rounds of all tables


def attempt(count: int, show: Show) -> str:
    all_moved, times = asyncio.run(_measured(count))
    usual, slowest = times[len(times) * 95 // 100], times[-1]
    assert statistics.median(times) < all_moved, times
    assert count < FULL or usual < MOST_SECONDS, times
    return (
        f"{count} answers beside {TABLES} tables of {BOTS} greedy bots of one owner: median"
        f" {statistics.median(times):.3f} s, 95 % within {usual:.3f} s, slowest {slowest:.3f} s"
    )


async def _measured(count: int) -> tuple[float, list[float]]:
    """Return how long a round of all tables takes beside the answers, and these, sorted."""
    with tempfile.TemporaryDirectory() as directory:
        async with under_load(Path(directory)) as (tables, load):
            await until_all_move(load)
            times = sorted(await answer_times(tables, count))
            began = time.perf_counter()
            await until_all_move(load)
            return time.perf_counter() - began, times


PROOF = Proof(
    claim="a bot answers within a second beside an owner of 25 tables of greedy bots",
    full=FULL,
    sample=4,
    attempt=attempt,
)
