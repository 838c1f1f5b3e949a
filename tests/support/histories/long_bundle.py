"""A bundle about as long as people play: a championship that goes on until it has enough events."""

import asyncio

from domain.table.commands import OpenTable
from tests.support.tables.memory_table import MemoryTable

GAME, SEATS = "gasterospeed", 6


def long_bundle(events: int) -> bytes:
    """Return the bundle of a table with at least so many events."""

    async def play() -> bytes:
        return await (await long_championship(events)).bundle()

    return asyncio.run(play())


async def long_championship(events: int) -> MemoryTable:
    """Play a championship until it has so many events, then let everybody leave.

    Each choice depends on the number of events before it.
    """
    table = MemoryTable("long", SEATS)
    await table.begin(OpenTable(GAME, seats=SEATS, clock=None))
    while (version := (await table.live()).version) < events:
        await table.play(pick=lambda legal: legal[version % len(legal)])
    await table.leave()
    return table
