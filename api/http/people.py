"""The names of the players of a table, for its views and sentences."""

from collections.abc import Sequence

from api.http.language import chosen_language
from api.http.params import AnyRequest
from api.services import Services
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.language import Lang
from domain.kernel.messages import Value
from domain.table.bot_names import bot_name
from domain.table.state import Table
from projections.seat_view.names import Kind, NamesOfPeople, Narrator, narrator, people_at
from projections.table_list.row import Row


class PlayerNamed(Value, frozen=True):
    """A player and the name that others see."""

    id: PlayerId
    name: str


class ListedSeat(Value, frozen=True):
    """A taken seat in a list. `name` is null after a person was erased."""

    seat: Seat
    player: PlayerId
    name: str | None
    kind: Kind


class ListedTable(Row, frozen=True, kw_only=True):
    """A table in a list; `version` is the version of the table that the list has."""

    host_name: str | None
    seats: tuple[ListedSeat, ...]


async def people_of(services: Services, state: Table) -> NamesOfPeople:
    """Return the names of the people at a table, by player."""
    return await services.names.of(people_at(state))


async def narrator_of(
    services: Services, state: Table, lang: Lang | None, accepted: str | None
) -> Narrator | None:
    """Return what makes sentences with names; None if the caller names no language."""
    spoken = chosen_language(lang, accepted)
    return None if spoken is None else narrator(state, spoken, await people_of(services, state))


def spoken_by(request: AnyRequest) -> str | None:
    """Return the languages that a caller reads, as sent."""
    return request.headers.get("accept-language")


async def with_names(services: Services, rows: Sequence[Row]) -> tuple[ListedTable, ...]:
    """Return rows with the names of their players, all read at once."""
    people = {player for row in rows for player in (row.host, *row.players)}
    names = await services.names.of(people)
    return tuple(_listed(row, names) for row in rows)


def _listed(row: Row, names: NamesOfPeople) -> ListedTable:
    seats = tuple(
        ListedSeat(seat, player, bot_name(player), "bot")
        if seat in row.bots
        else ListedSeat(seat, player, names[player], "person")
        for seat, player in enumerate(row.players)
    )
    fields = {name: getattr(row, name) for name in row.__struct_fields__}
    return ListedTable(**fields, host_name=names[row.host], seats=seats)
