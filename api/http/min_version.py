"""`Read-Version` and `min_version`: the version of a read model, and waiting for it."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias, TypeVar

from litestar import Response
from litestar.params import QueryParameter

from api.http.access import visible_table
from api.http.callers import MaybeReader
from api.http.injection import Needs, Part
from api.http.operation import Answer
from api.problems.faults import NoMinVersion
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchVersion
from application.table_cache import TableCache
from domain.kernel.ids import ID_PATTERN, PlayerId, TableId
from domain.table.state import Closed
from projections.leaderboard.query import Leaderboard
from projections.table_list.query import TableList

T = TypeVar("T")
HEADER = "Read-Version"
WAIT_SECONDS = 5.0
POLL_SECONDS = 0.03
_FORMAT = re.compile(rf"(?:({ID_PATTERN}):)?([0-9]{{1,15}})", re.ASCII)

MinVersion: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="min_version",
        max_length=42,
        pattern=rf"^({ID_PATTERN}:)?[0-9]{{1,15}}$",
        description="Wait up to 5 s until the response is at least as new as this: an earlier"
        " `Read-Version` of this list, or `<table>:<version>` for a version of a table.",
    ),
]


class Versioned(Response[T]):
    """What a read model returns, with its version."""

    answers = (Answer(None, headers=(HEADER,)),)

    def __init__(self, content: T, version: int) -> None:
        super().__init__(content, headers={HEADER: str(version)})


async def wait_for_table_list(
    tables: TableCache, table_list: TableList, wanted: str | None, asker: PlayerId | None
) -> None:
    """Wait until the list of tables is as fresh as the caller wants."""
    if wanted is None:
        return
    table, version = _parsed(wanted)
    if table is None:
        await wait_until(lambda: _has_come_to(table_list.store.position, version))
        return
    await _require_version(tables, table, version, asker)
    await wait_until(lambda: table_list.store.has_taken(table))


async def _fresh_table_list(
    tables: Part[TableCache],
    table_list: Part[TableList],
    caller: MaybeReader,
    min_version: MinVersion = None,
) -> TableList:
    await wait_for_table_list(tables, table_list, min_version, caller)
    return table_list


async def _fresh_leaderboard(
    tables: Part[TableCache],
    leaderboard: Part[Leaderboard],
    caller: MaybeReader,
    min_version: MinVersion = None,
) -> Leaderboard:
    """Wait for the leaderboards; a table that is not closed changes nothing there."""
    if min_version is not None:
        table, version = _parsed(min_version)
        if table is None:
            await wait_until(lambda: _has_come_to(leaderboard.store.position, version))
        elif await _require_version(tables, table, version, caller):
            await wait_until(lambda: _is_ranked(leaderboard, table))
    return leaderboard


# A read model that is as new as the caller wants.
FreshTableList: TypeAlias = Annotated[TableList, Needs(_fresh_table_list)]
FreshLeaderboard: TypeAlias = Annotated[Leaderboard, Needs(_fresh_leaderboard)]


def _parsed(wanted: str) -> tuple[TableId | None, int]:
    parts = _FORMAT.fullmatch(wanted)
    if parts is None:
        raise ApiProblem(NoMinVersion(field="min_version", source="query"))
    return parts[1], int(parts[2])


async def _require_version(
    tables: TableCache, table: TableId, version: int, asker: PlayerId | None
) -> bool:
    """Raise 404 unless the table has this version; return whether it is closed."""
    live = await visible_table(tables, table, asker)
    if version > live.version:
        raise ApiProblem(NoSuchVersion(live.version), "min_version")
    return isinstance(live.state, Closed)


async def wait_until(reached: Callable[[], Awaitable[bool]]) -> None:
    """Wait until `reached` returns True; raise 409 `not_yet` after `WAIT_SECONDS`."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + WAIT_SECONDS
    while not await reached():
        if loop.time() > deadline:
            raise ApiProblem("not_yet", field="min_version")
        await asyncio.sleep(POLL_SECONDS)


async def _has_come_to(position: Callable[[], Awaitable[int]], version: int) -> bool:
    return await position() >= version


async def _is_ranked(leaderboard: Leaderboard, table: TableId) -> bool:
    [place] = await leaderboard.store.places([table])
    return place is not None and place <= await leaderboard.store.position()
