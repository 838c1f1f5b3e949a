"""Head checks: a head that a client has kept must still be on the chain of its table."""

import re
from typing import Annotated, TypeAlias

from litestar.params import HeaderParameter, QueryParameter

from api.problems.handlers import ApiProblem
from api.services import Services
from api.transport.answer import entity_tags
from application.ports.event_log import in_pages
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


async def require_on_chain(
    services: Services, live: LiveTable, head: str | None, if_match: str | None
) -> None:
    """Raise 409 `history_rewritten` unless every presented head is on the chain as stored now."""
    presented = {tag for tag in entity_tags(if_match or "") if _HEAD.fullmatch(tag)}
    receipt = None if head is None else _RECEIPT.fullmatch(head)
    if receipt is not None and receipt[1] is not None:
        await _require_link(services, live, int(receipt[1]), receipt[2])
    elif receipt is not None:
        presented.add(receipt[2])
    if presented:
        await _require_all(services, live, presented)


async def _require_link(services: Services, live: LiveTable, version: int, head: str) -> None:
    """Check one head at its version: the events between two snapshots are enough."""
    if version > live.version:
        raise ApiProblem("history_rewritten")
    past = services.tables.past
    near = await past.near(live, version)
    async with services.work.replay(version - near.version):
        found = await past.head_at(live, version, near, services.work.traffic.give_way)
    if found is None or found.hex() != head:
        raise ApiProblem("history_rewritten")


async def _require_all(services: Services, live: LiveTable, presented: set[str]) -> None:
    """Look for heads without a version on the whole chain."""
    on_chain = first_head(live.table)
    presented.discard(on_chain.hex())
    async with services.work.replay(live.version):
        async for page in in_pages(services.log, live.table):
            for entry in page:
                on_chain = entry.next_head(on_chain, live.seed)
                presented -= {on_chain.hex()} if entry.head else set()
            await services.work.traffic.give_way()
    if presented:
        raise ApiProblem("history_rewritten")
