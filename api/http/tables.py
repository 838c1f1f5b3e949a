"""The table of a request: at the latest or an earlier version, and as one seat sees it."""

from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from api.admission.replay_budget import Work
from api.http.answers import AsgiAnswer
from api.http.injection import AnyRequest
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchVersion
from api.transport.answer import PRIVATE, Answer, encoded_headers, has_copy
from api.transport.links import link
from application.ports.event_log import EventLog
from application.table_cache import TableCache
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat, TableId, is_id
from domain.table.state import NotOpened, Open, Running, seats_of
from projections.seat_view.kept_views import KeptViews
from projections.seat_view.names import NamesOfPeople
from projections.seat_view.view import TableAtVersion, at_latest, describe_table, encode

JSON = (b"content-type", b"application/json")


def table_id(text: str) -> TableId:
    """Return a well-formed id; reject any other without a request to the store."""
    if not is_id(text):
        raise ApiProblem("no_such_table")
    return text


async def at_version(
    tables: TableCache, work: Work, live: LiveTable, at: int | None
) -> TableAtVersion:
    """Return the table as it is, or as it was at an earlier version."""
    if at is None or at == live.version:
        return at_latest(live)
    if at > live.version:
        raise ApiProblem(NoSuchVersion(live.version), "at")
    near = await tables.past.near(live, at)
    async with work.replay(at - near.version):
        then = await tables.past.at(live, at, near, work.traffic.give_way)
    if not await is_inside_commit(tables.log, live.table, at):
        return at_latest(then)
    state = then.state
    if isinstance(state, Running):
        state = replace(state, decision=None)  # no decision is open between the events of a command
    return TableAtVersion(then.table, state, then.version, None, then.seed, then.at)


async def is_inside_commit(log: EventLog, table: TableId, version: int) -> bool:
    """Return whether the event after this version, if there is one, belongs to the same command."""
    following = await log.read(table, version, limit=1)
    return any(each.first <= version or each.record is None for each in following)


def viewed_seat(
    seen: TableAtVersion, closed: bool, player: PlayerId | None, wanted: Seat | None
) -> Seat | None:
    """Return the seat whose view is shown: an own seat, or any seat once the table is closed."""
    own = seats_of(seen.state, player) if player else ()
    if wanted is None:
        return first_seat(seen, player)
    player_in_seat(seen, wanted)
    if wanted not in own and not closed:
        raise ApiProblem("not_finished", field="seat")
    return wanted


def first_seat(seen: TableAtVersion, player: PlayerId | None) -> Seat | None:
    """Return the seat of a player, or the first of several; None for a spectator."""
    return next(iter(seats_of(seen.state, player)), None) if player else None


def player_in_seat(seen: TableAtVersion, seat: Seat) -> PlayerId:
    """Return the player who held the seat then."""
    assert not isinstance(seen.state, NotOpened)
    if seat >= len(seen.state.sitters):
        raise ApiProblem("no_such_seat", field="seat")
    return seen.state.sitters[seat].player


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
    views: KeptViews,
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
    shown: Shown | None = views.get(live.table, live.head, key)
    if shown is None:
        shown = show_table(seen, player, seat, people, None, page)
        views.keep(live.table, live.head, key, shown, len(shown.answer.body))
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
    shown = show_table(
        seen, player, first_seat(seen, player), people, page=link(request.scope, "/")
    ).answer
    location = (b"location", f"/v1/tables/{live.table}".encode())
    return AsgiAnswer(Answer(status, [*shown.headers[:-1], location], shown.body))
