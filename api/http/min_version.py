"""How far a read model has come, said with every answer, and waited for when a caller asks."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

from litestar.params import QueryParameter

from api.http.tables import fresh_table
from api.problems.handlers import ApiProblem
from api.services import Services
from domain.kernel.ids import ID_PATTERN, TableId
from domain.table.state import Closed

HEADER = "Read-Version"
PATIENCE = 5.0  # seconds
PAUSE = 0.03
_WANTED = re.compile(rf"(?:({ID_PATTERN}):)?([0-9]{{1,15}})", re.ASCII)

MinVersion: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="min_version",
        max_length=42,
        pattern=rf"^({ID_PATTERN}:)?[0-9]{{1,15}}$",
        description="Wait up to 5 s until the answer is not older than this: a `Read-Version` you"
        " were told here before, or `<table>:<version>`, the last version of a table you know.",
    ),
]
MIN_VERSION_PROBLEMS = ("malformed", "not_yet", "no_such_table", "no_such_version")


async def wait_for_table_list(services: Services, wanted: str | None) -> None:
    """Until the list of tables is as fresh as was asked for."""
    if wanted is None:
        return
    table, version = _parsed(wanted)
    if table is None:
        await until(lambda: _reached(services.table_list.store.position, version))
        return
    await _told(services, table, version)
    await until(lambda: _row(services, table, version))


async def wait_for_leaderboard(services: Services, wanted: str | None) -> None:
    """Until the boards are; a table that has not finished changes nothing there."""
    if wanted is None:
        return
    table, version = _parsed(wanted)
    if table is None:
        await until(lambda: _reached(services.leaderboard.store.position, version))
    elif await _told(services, table, version):
        await until(lambda: _counted(services, table))


def _parsed(wanted: str) -> tuple[TableId | None, int]:
    parts = _WANTED.fullmatch(wanted)
    if parts is None:
        raise ApiProblem(
            "malformed", "Not a `Read-Version`, nor `<table>:<version>`.", "min_version"
        )
    return parts[1], int(parts[2])


async def _told(services: Services, table: TableId, version: int) -> bool:
    """The table has come so far; is it closed?"""
    live = await fresh_table(services, table)
    if version > live.version:
        detail = f"The last version is {live.version}."
        raise ApiProblem("no_such_version", detail, "min_version")
    return isinstance(live.state, Closed)


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE
    while not await true():
        if loop.time() > deadline:
            raise ApiProblem("not_yet", field="min_version")
        await asyncio.sleep(PAUSE)


async def _reached(position: Callable[[], Awaitable[int]], version: int) -> bool:
    return await position() >= version


async def _row(services: Services, table: TableId, version: int) -> bool:
    row = (await services.table_list.find([table])).get(table)
    return row is not None and row.version >= version


async def _counted(services: Services, table: TableId) -> bool:
    [place] = await services.leaderboard.store.places([table])
    return place is not None and place <= await services.leaderboard.store.position()
