"""Tables as callers see them, encoded once for all who see the same."""

from hashlib import sha256
from typing import NamedTuple

from api.http.answers import AsgiAnswer
from api.http.links import link
from api.http.params import AnyRequest
from api.http.tables import viewed_seat
from api.services import Services
from api.transport.answer import PRIVATE, Answer, encoded_headers, has_copy
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.table.state import Open, Running, seats_of
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.view import TableAtVersion, at_latest, describe_table, encode

JSON = (b"content-type", b"application/json")


class Shown(NamedTuple):
    """An answer with its tag, and the answer to a caller who has the same already."""

    tag: str
    answer: Answer
    not_modified: Answer

    def to(self, if_none_match: str | None) -> Answer:
        """Return the answer to a conditional request."""
        return self.not_modified if has_copy(if_none_match, self.tag) else self.answer


def show_table(
    seen: TableAtVersion,
    player: PlayerId | None,
    seat: Seat | None,
    people: NamesOfPeople,
    rematch: TableId | None = None,
    page: str = "/",
) -> Shown:
    """Return a table as this player may see it, with the view of this seat."""
    table = describe_table(seen, player, seat, people, rematch, page)
    tag = table_tag(seen.version, people, rematch)
    headers = encoded_headers({**PRIVATE, "ETag": f'"{tag}"'})
    answer = Answer(200, [*headers, JSON], encode(table))
    return Shown(tag, answer, Answer(304, headers, b""))


def table_tag(version: int, people: NamesOfPeople, rematch: TableId | None) -> str:
    """Return the tag of a table: its version, a digest of its players' names, and its rematch."""
    names = sha256(encode(tuple(people.values()))).hexdigest()[:8] if people else None
    return "-".join(str(part) for part in (version, names, rematch) if part is not None)


def show_latest(
    services: Services,
    live: LiveTable,
    player: PlayerId | None,
    wanted: Seat | None,
    people: NamesOfPeople,
    page: str,
) -> Shown:
    """Return a table that is not closed as this player may see it now."""
    seen, state = at_latest(live), live.state
    assert isinstance(state, Open | Running)
    seat = viewed_seat(seen, False, player, wanted)
    seats = seats_of(state, player) if player else ()
    key = ("table", seats, seat, player == state.setup.host, page, *people.values())
    shown: Shown | None = services.views.get(live.table, live.head, key)
    if shown is None:
        shown = show_table(seen, player, seat, people, None, page)
        services.views.keep(live.table, live.head, key, shown, len(shown.answer.body))
    return shown


def table_created(
    request: AnyRequest,
    live: LiveTable,
    player: PlayerId,
    people: NamesOfPeople,
    status: int = 201,
) -> AsgiAnswer:
    """Return a new table as its host sees it."""
    seen = at_latest(live)
    seat = viewed_seat(seen, False, player, None)
    shown = show_table(seen, player, seat, people, page=link(request.scope, "/")).answer
    location = (b"location", f"/v1/tables/{live.table}".encode())
    return AsgiAnswer(Answer(status, [*shown.headers[:-1], location], shown.body))
