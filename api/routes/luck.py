"""Sealed luck: committing to a share of it before the start, and revealing it after."""

from litestar import Response, post
from litestar.params import JSONBody

from api.http.operation import SAME_TABLE, Link, describe, to_each
from api.http.params import AnyRequest, KeyHeader, LangQuery, TablePath
from api.http.requests import CommandAnswer, LuckBody, RevealBody
from api.http.table_commands import IDEMPOTENT, handle_table_command
from domain.table.commands import RevealLuck, SealLuck

BODY = ("media_type", "body_too_large")


@post(
    "/v1/tables/{table:str}/luck",
    operation_id="sealLuck",
    summary="Give sealed luck",
    status_code=200,
    opt=describe(
        tag="Tables",
        body=LuckBody,
        answers={200: CommandAnswer},
        returns={200: "The commitment is stored; the event that records it."},
        problems=(
            *IDEMPOTENT,
            *BODY,
            "no_such_table",
            "not_seated",
            "no_sealed_luck",
            "luck_already_sealed",
            "already_started",
            "table_finished",
        ),
        bearer=True,
        links=to_each(SAME_TABLE, "startTable", "getTable"),
    ),
)
async def seal_luck(
    request: AnyRequest,
    table: TablePath,
    data: JSONBody[LuckBody],
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> Response[bytes]:
    """Commit your seat to 32 random bytes, once and before the start.

    With one honest share, nobody can choose the cards and dice of this table, not even the
    operator. After the start you must reveal the bytes with `revealLuck`, before anything is dealt.
    """
    return await handle_table_command(request, table, SealLuck(data.commitment), key, lang)


@post(
    "/v1/tables/{table:str}/luck/reveal",
    operation_id="revealLuck",
    summary="Reveal sealed luck",
    status_code=200,
    opt=describe(
        tag="Tables",
        body=RevealBody,
        answers={200: CommandAnswer},
        returns={200: "The share is revealed; the events, with the deal if it was the last share."},
        problems=(
            *IDEMPOTENT,
            *BODY,
            "no_such_table",
            "not_started",
            "nothing_to_reveal",
            "wrong_share",
            "bad_deal",
            "too_late",
            "table_finished",
        ),
        bearer=True,
        links=(
            *to_each(SAME_TABLE, "getTable", "listEvents"),
            Link("listActions", SAME_TABLE),
        ),
    ),
)
async def reveal_luck(
    request: AnyRequest,
    table: TablePath,
    data: JSONBody[RevealBody],
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> Response[bytes]:
    """Reveal the bytes behind the commitment of your seat, while the decision `reveal` is open.

    The last seat to reveal causes the deal. If a seat has not revealed by the deadline, or leaves,
    the table closes with the status `withheld`.
    """
    return await handle_table_command(request, table, RevealLuck(data.share), key, lang)


HANDLERS = (seal_luck, reveal_luck)
