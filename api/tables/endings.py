"""Ending a table early: resigning, ending it by consent, cancelling it before its start."""

from api.http.decoding import require_no_body
from api.http.operation import SAME_TABLE, delete, post, to_each
from api.problems.faults import NoBodyAllowed
from api.tables.commands import CommandedTable, DeletingTable, Done
from domain.table.end_commands import AgreeToEnd, Cancel, Resign, WithdrawEnd


@post(
    "/v1/tables/{table:str}/resign",
    "Resign",
    "Seats resigned: the events, with the end of the table if it is over.",
    links=to_each(SAME_TABLE, "getTable", "listEvents", "streamEvents"),
)
async def resign(table: CommandedTable) -> Done:
    """Gives up the game for all your seats. You cannot take them back. Send no body.

    From then on the server plays the default moves of your seats at once. The other seats play on.
    At the end your seats are placed behind all seats that have not resigned. The player who
    resigned first is last. Ratings count this place.

    The table closes at once with the status `resigned` if all people have resigned, or if one
    person is left and no seat is a bot's. All seats that have not resigned then share the first
    place, and every score is 0.
    """
    await require_no_body(table.request, NoBodyAllowed())
    return await table.handle(Resign())


@post(
    "/v1/tables/{table:str}/end",
    "Propose or agree to end a table",
    "Agreement stored: the events, with the end of the table if all agree.",
    links=to_each(SAME_TABLE, "withdrawEnd", "getTable", "listEvents"),
)
async def agree_to_end(table: CommandedTable) -> Done:
    """Proposes to end the table without a result, or agrees to the open proposal. Send no body.

    When all people who have not resigned agree, the table closes with the status `agreed`. Its
    outcome is null, and ratings do not count it. Bots are not asked.

    `proposal` of the table shows who agrees. A proposal lapses with the decision whose number is
    `lapses`: four decisions for each seat after it was made. One proposal can be made for each
    decision.
    """
    await require_no_body(table.request, NoBodyAllowed())
    return await table.handle(AgreeToEnd())


@delete(
    "/v1/tables/{table:str}/end",
    "Withdraw or decline a proposed end",
    "Proposal withdrawn: the game goes on.",
)
async def withdraw_end(table: DeletingTable) -> None:
    """Ends the open proposal to end the table; the game goes on.

    Every person who has not resigned may call this, also one who has not agreed.
    """
    await table.handle(WithdrawEnd())


@delete(
    "/v1/tables/{table:str}",
    "Cancel a table",
    "Table cancelled: it is closed.",
)
async def cancel_table(table: DeletingTable) -> None:
    """Closes a table that has not started, with the status `cancelled`. Only the host may.

    The history of the table stays. A host who only leaves the seat keeps the table open. After the
    start, use `agreeToEnd` or `resign`.
    """
    await table.handle(Cancel())
