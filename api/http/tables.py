"""The table of a request: at the latest or an earlier version, and as one seat sees it."""

from msgspec.structs import replace

from api.problems.handlers import ApiProblem
from api.problems.refusals import NoSuchVersion
from api.services import Services
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat, TableId, is_id
from domain.table.state import NotOpened, Running, seats_of
from projections.seat_view.view import TableAtVersion, at_latest


def table_id(text: str) -> TableId:
    """Return a well-formed id; reject any other without a request to the store."""
    if not is_id(text):
        raise ApiProblem("no_such_table")
    return text


async def fresh_table(services: Services, table: str) -> LiveTable:
    """Return the table as it is now."""
    return await services.tables.fresh(table_id(table))


async def readable_table(services: Services, table: str) -> LiveTable:
    """Return the table as it is now; without its play if its rules are not installed."""
    return await services.tables.readable(table_id(table))


async def at_version(services: Services, live: LiveTable, at: int | None) -> TableAtVersion:
    """Return the table as it is, or as it was at an earlier version."""
    if at is None or at == live.version:
        return at_latest(live)
    if at > live.version:
        raise ApiProblem(NoSuchVersion(live.version), "at")
    past = services.tables.past
    near = await past.near(live, at)
    async with services.work.replay(at - near.version):
        then = await past.at(live, at, near, services.work.traffic.give_way)
    state = then.state
    [following] = await services.log.read(live.table, at, limit=1)
    if following.record is None and isinstance(state, Running):
        state = replace(state, decision=None)  # no decision is open between the events of a command
    return TableAtVersion(then.table, state, then.version, then.head, then.seed, then.at)


def viewed_seat(
    seen: TableAtVersion, closed: bool, player: PlayerId | None, wanted: Seat | None
) -> Seat | None:
    """Return the seat whose view is shown: an own seat, or any seat once the table is closed."""
    own = seats_of(seen.state, player) if player else ()
    if wanted is None:
        return own[0] if own else None
    player_in_seat(seen, wanted)
    if wanted not in own and not closed:
        raise ApiProblem("not_finished", field="seat")
    return wanted


def player_in_seat(seen: TableAtVersion, seat: Seat) -> PlayerId:
    """Return the player who held the seat then."""
    assert not isinstance(seen.state, NotOpened)
    if seat >= len(seen.state.sitters):
        raise ApiProblem("no_such_seat", field="seat")
    return seen.state.sitters[seat].player
