"""Parameters and ways of reading that several operations share."""

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response
from litestar.params import HeaderParameter, PathParameter, QueryParameter
from msgspec.structs import replace

from api.problems.handlers import ApiProblem
from api.services import Services
from application.handle import Receipt
from application.ports.event_log import in_pages
from domain.judging.commit import Key, SaltedEvent
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat, TableId, is_id
from domain.kernel.language import Lang
from domain.table.events import TableClosed
from domain.table.state import NotOpened, Running, seats_of
from projections.seat_view.view import Seen, events_seen, seen_now

TablePath: TypeAlias = Annotated[str, PathParameter(description="Id of the table.")]
SeatQuery: TypeAlias = Annotated[
    int | None,
    QueryParameter(name="seat", ge=0, le=7, description="One of your seats, if you hold several."),
]
AfterQuery: TypeAlias = Annotated[
    int, QueryParameter(name="after", ge=0, le=2**53 - 1, description="The last version you have.")
]
AtQuery: TypeAlias = Annotated[
    int | None,
    QueryParameter(name="at", ge=1, le=2**53 - 1, description="As it was at this version."),
]
LangQuery: TypeAlias = Annotated[
    Lang | None,
    QueryParameter(name="lang", description="Adds a sentence in this language to every event."),
]
KeyHeader: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+$",
        description="The same key and body again gives the same answer and stores nothing.",
    ),
]


def existing(table: str) -> TableId:
    """An id that can exist; anything else is refused without asking the store."""
    if not is_id(table):
        raise ApiProblem("no_such_table")
    return table


async def known(services: Services, table: str) -> LiveTable:
    """The table as it is now."""
    return await services.tables.fresh(existing(table))


async def seen_at(services: Services, live: LiveTable, at: int | None) -> Seen:
    """The table as it is, or as it was at an earlier version."""
    if at is None or at == live.version:
        return seen_now(live)
    if at > live.version:
        raise ApiProblem("no_such_version", f"The last version is {live.version}.", "at")
    then = LiveTable(live.table, live.seed)
    async for page in in_pages(services.store.log, live.table, at):
        then.catch_up(page)
    state = then.state
    [following] = await services.store.log.read(live.table, at, limit=1)
    if following.record is None and isinstance(state, Running):
        state = replace(state, decision=None)  # in the midst of a command nothing is asked
    return Seen(then.table, state, then.version, then.head, then.seed)


def tags(header: str) -> set[str]:
    """The entity tags of an `If-Match` or `If-None-Match`, weak or strong."""
    return {tag.strip().removeprefix("W/").strip('"') for tag in header.split(",")}


def seat_to_show(
    seen: Seen, closed: bool, player: PlayerId | None, asked: Seat | None
) -> Seat | None:
    """Whose view is shown: one's own seat, or any seat once the table is closed."""
    own = seats_of(seen.state, player) if player else ()
    if asked is None:
        return own[0] if own else None
    sitter_of(seen, asked)
    if asked not in own and not closed:
        raise ApiProblem("not_finished", field="seat")
    return asked


def sitter_of(seen: Seen, seat: Seat) -> PlayerId:
    """Who sat there then."""
    assert not isinstance(seen.state, NotOpened)
    if seat >= len(seen.state.sitters):
        raise ApiProblem("no_such_seat", field="seat")
    return seen.state.sitters[seat].player


def idempotency(key: str | None, *body: bytes) -> Key | None:
    return Key(key, b"\x00".join(body)) if key is not None else None


def receipt_answer(
    live: LiveTable, player: PlayerId, receipt: Receipt, lang: Lang | None, more: bytes = b""
) -> bytes:
    """Version, head and events of a command, as its player may hear them."""
    events = events_seen(
        receipt.events, seats_of(live.state, player), _closes(receipt.events), lang
    )
    head = receipt.head.hex().encode()
    return b'{"version":%d,"head":"%s",%s"events":%s}' % (receipt.version, head, more, events)


def _closes(events: Iterable[SaltedEvent]) -> bool:
    """After the end everything is public; the same answer is given again for the same key."""
    return any(isinstance(told.recorded.event, TableClosed) for told in events)


# What one caller sees is nobody else's, not even the next one's at the same browser.
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def json_answer(
    content: bytes, status: int = 200, headers: dict[str, str] | None = None
) -> Response[bytes]:
    return Response(
        content,
        status_code=status,
        media_type="application/json",
        headers={**PRIVATE, **(headers or {})},
    )


AnyRequest: TypeAlias = Request[Any, Any, Any]
