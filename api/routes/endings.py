"""Ending a table early: resigning, ending it by consent, cancelling it before its start."""

from litestar import Response, delete, post

from api.http.decoding import require_no_body
from api.http.operation import SAME_TABLE, describe, to_each
from api.http.params import AnyRequest, KeyHeader, LangQuery, TablePath
from api.http.requests import CommandAnswer
from api.http.table_commands import IDEMPOTENT, handle_table_command
from api.problems.refusals import NoBodyAllowed
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, WithdrawEnd

IN_PLAY = (
    *IDEMPOTENT,
    "no_such_table",
    "not_seated",
    "not_started",
    "luck_not_revealed",
    "resigned",
    "table_finished",
)


@post(
    "/v1/tables/{table:str}/resign",
    operation_id="resign",
    summary="Resign",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        returns={200: "Seats resigned: the events, with the end of the table if it is over."},
        problems=IN_PLAY,
        bearer=True,
        links=to_each(SAME_TABLE, "getTable", "listEvents", "streamEvents"),
    ),
)
async def resign(
    request: AnyRequest, table: TablePath, key: KeyHeader = None, lang: LangQuery = None
) -> Response[bytes]:
    """Gives up the game for all your seats. You cannot take them back. Send no body.

    From then on the server plays the default moves of your seats at once. The other seats play on.
    At the end your seats are placed behind all seats that have not resigned. The player who
    resigned first is last. Ratings count this place.

    The table closes at once with the status `resigned` if all people have resigned, or if one
    person is left and no seat is a bot's. All seats that have not resigned then share the first
    place, and every score is 0.
    """
    await require_no_body(request, NoBodyAllowed())
    return await handle_table_command(request, table, Resign(), key, lang)


@post(
    "/v1/tables/{table:str}/end",
    operation_id="agreeToEnd",
    summary="Propose or agree to end a table",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        returns={200: "Agreement stored: the events, with the end of the table if all agree."},
        problems=(*IN_PLAY, "already_agreed", "proposed_before"),
        bearer=True,
        links=to_each(SAME_TABLE, "withdrawEnd", "getTable", "listEvents"),
    ),
)
async def agree_to_end(
    request: AnyRequest, table: TablePath, key: KeyHeader = None, lang: LangQuery = None
) -> Response[bytes]:
    """Proposes to end the table without a result, or agrees to the open proposal. Send no body.

    When all people who have not resigned agree, the table closes with the status `agreed`. Its
    outcome is null, and ratings do not count it. Bots are not asked.

    `proposal` of the table shows who agrees. A proposal lapses with the decision whose number is
    `lapses`: four decisions for each seat after it was made. One proposal can be made for each
    decision.
    """
    await require_no_body(request, NoBodyAllowed())
    return await handle_table_command(request, table, AgreeToEnd(), key, lang)


@delete(
    "/v1/tables/{table:str}/end",
    operation_id="withdrawEnd",
    summary="Withdraw or decline a proposed end",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        returns={200: "Proposal withdrawn: the event that records it."},
        problems=(*IN_PLAY, "no_proposal"),
        bearer=True,
        links=to_each(SAME_TABLE, "getTable", "listEvents"),
    ),
)
async def withdraw_end(
    request: AnyRequest, table: TablePath, key: KeyHeader = None, lang: LangQuery = None
) -> Response[bytes]:
    """Ends the open proposal to end the table; the game goes on.

    Every person who has not resigned may call this, also one who has not agreed.
    """
    return await handle_table_command(request, table, WithdrawEnd(), key, lang)


@delete(
    "/v1/tables/{table:str}",
    operation_id="cancelTable",
    summary="Cancel a table",
    status_code=200,
    opt=describe(
        tag="Tables",
        answers={200: CommandAnswer},
        returns={200: "Table cancelled: the event that closes it."},
        problems=(
            *IDEMPOTENT,
            "no_such_table",
            "not_the_host",
            "already_started",
            "table_finished",
        ),
        bearer=True,
        links=to_each(SAME_TABLE, "getTable", "getHistory"),
    ),
)
async def cancel(
    request: AnyRequest, table: TablePath, key: KeyHeader = None, lang: LangQuery = None
) -> Response[bytes]:
    """Closes a table that has not started, with the status `cancelled`. Only the host may.

    The history of the table stays. A host who only leaves the seat keeps the table open. After the
    start, use `agreeToEnd` or `resign`.
    """
    return await handle_table_command(request, table, Cancel(), key, lang)


HANDLERS = (resign, agree_to_end, withdraw_end, cancel)
