"""The names of the players of a table, for its views and sentences."""

from collections.abc import Sequence

from api.http.params import AnyRequest
from api.problems.language import chosen_language
from api.services import Services
from domain.judging.rows.row import Row
from domain.kernel.ids import PlayerId
from domain.kernel.language import Lang
from domain.kernel.messages import Value
from domain.kernel.words.names import GivenNames
from domain.table.state import Table
from projections.seat_view.names import NamesOfPeople, narrator, people_at
from projections.table_list.listed import ListedTable, listed, people_in


class PlayerNamed(Value, frozen=True):
    """A player and the name that others see."""

    id: PlayerId
    name: str


async def people_of(services: Services, state: Table) -> NamesOfPeople:
    """Return the names of the people at a table, by player."""
    return await services.names.of(people_at(state))


async def narrator_of(
    services: Services, state: Table, lang: Lang | None, accepted: str | None
) -> GivenNames | None:
    """Return what makes sentences with names; None if the caller names no language."""
    spoken = chosen_language(lang, accepted)
    return None if spoken is None else narrator(state, spoken, await people_of(services, state))


def spoken_by(request: AnyRequest) -> str | None:
    """Return the languages that a caller reads, as sent."""
    return request.headers.get("accept-language")


async def with_names(services: Services, rows: Sequence[Row]) -> tuple[ListedTable, ...]:
    """Return rows with the names of their players, all read at once."""
    names = await services.names.of(people_in(rows))
    return tuple(listed(row, names) for row in rows)
