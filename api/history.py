"""The audit bundle of a table."""

from litestar import Response, get

from api import auth
from api.describe import describe
from api.desk import desk_of
from api.reading import AnyRequest, TablePath, json_answer, known, seen_at
from projections import history

NDJSON = "application/x-ndjson"


@get(
    "/v1/tables/{table:str}/history",
    operation_id="getHistory",
    summary="The whole history, for auditors",
    opt=describe(
        tag="Play",
        answers={200: history.History},
        problems=("no_such_table",),
        bearer=None,
        also={NDJSON: "One object a line: `header`, then each `event`, then each `command`."},
    ),
)
async def get_history(request: AnyRequest, table: TablePath) -> Response[bytes]:
    """Every event with its salt (or its seal), every command, the heads; and the seed at the end.

    `Accept: application/x-ndjson` gives one object a line: header, events, commands.
    """
    desk, player = desk_of(request), await auth.maybe_player(request)
    live = await known(desk, table)
    seen = await seen_at(desk, live, None)
    entries = await desk.store.log.read(live.table, limit=seen.version)
    if NDJSON in request.headers.get("accept", ""):
        content = b"\n".join(history.lines(seen, entries, player)) + b"\n"
        return Response(content, media_type=NDJSON)
    return json_answer(history.bundle(seen, entries, player))


HANDLERS = (get_history,)
