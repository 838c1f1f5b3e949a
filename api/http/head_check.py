"""Head checks: a head that a client has kept must still be on the chain of its table."""

import re
from typing import Annotated, TypeAlias

from litestar.params import HeaderParameter, QueryParameter

from api.http.conditions import entity_tags
from api.problems.handlers import ApiProblem
from api.services import Services
from application.ports.event_log import in_pages
from domain.fairness.chain import first_head, link
from domain.judging.live_table import LiveTable

_HEAD = re.compile(r"[0-9a-f]{64}")

HeadQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="head",
        min_length=64,
        max_length=64,
        pattern=r"^[0-9a-f]{64}$",
        description="A head you have kept. The server returns 409 `history_rewritten` if it is not"
        " on the chain of this table.",
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
    presented |= set() if head is None else {head}
    if not presented:
        return
    on_chain = first_head(live.table)
    presented.discard(on_chain.hex())
    async with services.work.replay(live.version):
        async for page in in_pages(services.log, live.table):
            for entry in page:
                on_chain = link(on_chain, live.seed, entry.version, entry.event, entry.record)
                presented.discard(on_chain.hex())
            await services.work.traffic.give_way()
    if presented:
        raise ApiProblem("history_rewritten")
