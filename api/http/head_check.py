"""Head checks: a head that a client has kept must still be on the chain of its table."""

import re
from typing import Annotated, NamedTuple, TypeAlias

from litestar.params import HeaderParameter, QueryParameter

from api.admission.replay_budget import Work
from api.http.access import WatchedHistory, WatchedTable
from api.http.injection import Needs, Part
from api.problems.handlers import ApiProblem
from api.transport.answer import entity_tags
from application.ports.event_log import in_pages
from application.table_cache import TableCache
from domain.fairness.chain import first_head
from domain.judging.live_table import LiveTable

_HEAD = re.compile(r"[0-9a-f]{64}")
_RECEIPT = re.compile(r"(?:(\d{1,15}):)?([0-9a-f]{64})", re.ASCII)

HeadQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="head",
        min_length=64,
        max_length=80,
        pattern=r"^([0-9]{1,15}:)?[0-9a-f]{64}$",
        description="A head you have kept, best with its version: `<version>:<head>`. The server"
        " returns 409 `history_rewritten` if it is not on the chain of this table. Without the"
        " version it reads the whole history.",
    ),
]
HeadsHeader: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        min_length=1,
        max_length=1000,
        description="Heads you have kept, as entity tags; the server checks them like `head`."
        " It ignores other tags.",
    ),
]


class HeadCheck(NamedTuple):
    """Checks heads on the chain of a table as stored now; raises 409 `history_rewritten`."""

    tables: TableCache
    work: Work

    async def require(self, live: LiveTable, head: str | None, if_match: str | None = None) -> None:
        """Raise unless every presented head is on the chain."""
        presented = {tag for tag in entity_tags(if_match or "") if _HEAD.fullmatch(tag)}
        receipt = None if head is None else _RECEIPT.fullmatch(head)
        if receipt is not None and receipt[1] is not None:
            await self._require_link(live, int(receipt[1]), receipt[2])
        elif receipt is not None:
            presented.add(receipt[2])
        if presented:
            await self._require_all(live, presented)

    async def _require_link(self, live: LiveTable, version: int, head: str) -> None:
        """Check one head at its version: the events between two snapshots are enough."""
        if version > live.version:
            raise ApiProblem("history_rewritten")
        near = await self.tables.past.near(live, version)
        async with self.work.replay(version - near.version):
            give_way = self.work.traffic.give_way
            found = await self.tables.past.head_at(live, version, near, give_way)
        if found is None or found.hex() != head:
            raise ApiProblem("history_rewritten")

    async def _require_all(self, live: LiveTable, presented: set[str]) -> None:
        """Look for heads without a version on the whole chain."""
        on_chain = first_head(live.table)
        presented.discard(on_chain.hex())
        async with self.work.replay(live.version):
            async for page in in_pages(self.tables.log, live.table):
                for entry in page:
                    on_chain = entry.next_head(on_chain, live.seed)
                    presented -= {on_chain.hex()} if entry.head else set()
                await self.work.traffic.give_way()
        if presented:
            raise ApiProblem("history_rewritten")


async def _checked_table(
    live: WatchedTable,
    check: Part[HeadCheck],
    head: HeadQuery = None,
    if_match: HeadsHeader = None,
) -> LiveTable:
    await check.require(live, head, if_match)
    return live


async def _checked_history(
    live: WatchedHistory,
    check: Part[HeadCheck],
    head: HeadQuery = None,
    if_match: HeadsHeader = None,
) -> LiveTable:
    await check.require(live, head, if_match)
    return live


# A table that the caller may watch, and whose chain has the heads that the caller presents.
CheckedTable: TypeAlias = Annotated[LiveTable, Needs(_checked_table)]
CheckedHistory: TypeAlias = Annotated[LiveTable, Needs(_checked_history)]
