"""Answers that several operations share."""

from typing import Annotated, Any

from litestar import Response
from litestar.types import ASGIApp
from msgspec import UNSET, Meta, UnsetType

from api.transport.answer import PRIVATE
from application.attempt import Receipt
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Lang, PlayerId, Seat, Version
from domain.kernel.messages import Value
from domain.kernel.words.names import GivenNames
from domain.table.state import seats_of
from projections.seat_view.events import encode_receipt
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.state import StateSeen, describe_state, seat_to_show
from projections.seat_view.view import at_latest, encode

REPRESENTATION = "return=representation"
APPLIED = {"Preference-Applied": REPRESENTATION}


def wants_state(prefer: str) -> bool:
    """Return whether a caller prefers the state in the answer; other preferences are ignored."""
    wanted = (each.partition(";")[0].replace('"', "").strip() for each in prefer.split(","))
    return REPRESENTATION in (each.lower().replace(" ", "") for each in wanted)


def state_field(
    live: LiveTable, player: PlayerId, seat: Seat | None, lang: Lang | None, people: NamesOfPeople
) -> bytes:
    """Return the field `state` of an answer: the table now, which may be newer than the answer."""
    shown = seat_to_show(live.state, player, seat)
    return b'"state":%s,' % encode(describe_state(at_latest(live), shown, lang or "en", people))


# A closed table never changes, and everybody gets the same of it.
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


Head = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z", description="The head of the hash chain. Keep it as a receipt."
    ),
]


CommandSalt = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        description="Salt of your command, with which you can check its hash on the chain.",
    ),
]


class CommandAnswer(Value, frozen=True):
    """The events of a command as its player may see them; `version` and `head` are a receipt."""

    version: Version
    head: Head
    command_salt: CommandSalt
    events: tuple[Any, ...]
    """The events, the oldest first."""
    state: Annotated[
        StateSeen | UnsetType,
        Meta(description="With `Prefer: return=representation`: the table after the command."),
    ] = UNSET


class SeatAnswer(Value, frozen=True):
    """The seat you took, and the events this caused."""

    version: Version
    head: Head
    command_salt: CommandSalt
    seat: Seat
    events: tuple[Any, ...]
    """The events, the oldest first."""


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
    seats = seats_of(live.state, player)
    return encode_receipt(receipt.version, receipt.head, receipt.events, seats, narrator, more)
