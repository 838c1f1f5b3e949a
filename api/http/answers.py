"""Answers that several operations share."""

from binascii import hexlify
from collections.abc import Iterable
from typing import Any

from litestar import Response
from litestar.types import ASGIApp

from api.transport.answer import PRIVATE
from application.attempt import Receipt
from domain.judging.commit import SaltedEvent
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.kernel.words.names import GivenNames
from domain.table.end_events import TableClosed
from domain.table.state import seats_of
from projections.seat_view.events import encode_visible_events

# A closed table never changes, and everybody gets the same of it.
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


def json_answer(
    content: bytes, status: int = 200, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """Return JSON that only this caller may see."""
    return Response(
        content,
        status_code=status,
        media_type="application/json",
        headers={**PRIVATE, **(headers or {})},
    )


class AsgiAnswer(Response[None]):
    """An answer that an ASGI application writes by itself."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(None)
        self._app = app

    def to_asgi_response(self, *_: Any, **__: Any) -> Any:
        return self._app


def receipt_body(
    live: LiveTable,
    player: PlayerId,
    receipt: Receipt,
    narrator: GivenNames | None,
    more: bytes = b"",
) -> bytes:
    """Return version, head and events of a command, as its player may see them."""
    events = encode_visible_events(
        receipt.events, seats_of(live.state, player), _closes(receipt.events), narrator
    )
    salt = receipt.events[0].command_salt
    assert salt is not None  # a receipt begins with the first event of its commit
    return b'{"version":%d,"head":"%s","command_salt":"%s",%s"events":%s}' % (
        receipt.version,
        hexlify(receipt.head),
        hexlify(salt),
        more,
        events,
    )


def _closes(events: Iterable[SaltedEvent]) -> bool:
    """Return whether the table was closed: then all is public, also when the key is repeated."""
    return TableClosed in [type(each.recorded.event) for each in events]
