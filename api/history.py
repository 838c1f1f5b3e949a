"""The audit bundle of a table."""

from collections.abc import AsyncIterator

from litestar import get
from litestar.response import Stream

from api import auth
from api.describe import describe
from api.desk import desk_of
from api.reading import PRIVATE, AnyRequest, TablePath, known
from api.receipts import HeadQuery, HeadsHeader, on_chain
from projections import history
from projections.table_for_seat import seen_now

NDJSON = "application/x-ndjson"


@get(
    "/v1/tables/{table:str}/history",
    operation_id="getHistory",
    summary="The whole history, for auditors",
    opt=describe(
        tag="Audit",
        answers={200: history.History},
        problems=("malformed", "no_such_table", "history_rewritten"),
        bearer=None,
        also={NDJSON: "One object a line: `header`, then each `event`, then each `command`."},
    ),
)
async def get_history(
    request: AnyRequest, table: TablePath, head: HeadQuery = None, if_match: HeadsHeader = None
) -> Stream:
    """Every event with its salt, leaf and head (or only its leaf), every command, the seed at last.

    `Accept: application/x-ndjson` gives one object a line: header, events, commands. The format is
    described in `openapi/history.md`; `ludotheque verify` and `openapi/clients/verify.py` check it.
    """
    desk, player = desk_of(request), await auth.maybe_player(request)
    live = await known(desk, table)
    await on_chain(desk, live, head, if_match)
    lines = NDJSON in request.headers.get("accept", "")
    frame = history.LINES if lines else history.JSON
    pieces = history.told(desk.store.log, seen_now(live), player, frame)
    begun = [await anext(pieces), await anext(pieces)]  # what fails now can still be a problem
    return Stream(
        _resumed(begun, pieces),
        media_type=NDJSON if lines else "application/json",
        headers={**PRIVATE},
    )


async def _resumed(begun: list[bytes], pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    for piece in begun:
        yield piece
    async for piece in pieces:
        yield piece


HANDLERS = (get_history,)
