"""Names of players: those that callers choose, and those at a table, for views and sentences."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta

from api.http.injection import AnyRequest
from api.problems.handlers import ApiProblem
from api.problems.language import chosen_language
from api.problems.refusals import NameNotVisible
from application.player_names import PlayerNames
from domain.judging.rows.row import Row
from domain.kernel.ids import Lang, PlayerId
from domain.kernel.messages import Value
from domain.kernel.visible_text import MOST_CODE_POINTS, WORDS, normalized, why_not_visible
from domain.kernel.words.names import GivenNames
from domain.table.state import Table
from projections.seat_view.names import narrator, people_at
from projections.table_list.listed import ListedTable, listed, people_in

_RULES = (
    f"visible words, separated by single spaces. At most {MOST_CODE_POINTS} Unicode code"
    " points; stored in Unicode form NFC."
)
PlayerName: TypeAlias = Annotated[
    str,
    Meta(
        max_length=MOST_CODE_POINTS,
        min_length=1,
        pattern=WORDS,
        description=f"The name that others see: {_RULES}",
        examples=["Anne"],
    ),
]
TokenName: TypeAlias = Annotated[
    str,
    Meta(
        max_length=MOST_CODE_POINTS,
        min_length=1,
        pattern=WORDS,
        description=f"What the token is for: {_RULES}",
        examples=["My bot"],
    ),
]


def visible_name(name: str, field: str, most: int = MOST_CODE_POINTS) -> str:
    """Return a name in its normal form; raises 422 if people could not see or tell it apart."""
    name = normalized(name)
    if wrong := why_not_visible(name, most):
        raise ApiProblem(NameNotVisible(field, wrong), field)
    return name


class PlayerNameSeen(Value, frozen=True):
    """A player and the name that others see."""

    id: PlayerId
    name: str
    """The name that other players see."""


async def narrator_of(
    names: PlayerNames, state: Table, lang: Lang | None, accepted: str | None
) -> GivenNames | None:
    """Return what makes sentences with names; None if the caller names no language."""
    spoken = chosen_language(lang, accepted)
    return None if spoken is None else narrator(state, spoken, await names.of(people_at(state)))


def spoken_by(request: AnyRequest) -> str | None:
    """Return the languages that a caller reads, as sent."""
    return request.headers.get("accept-language")


async def with_names(names: PlayerNames, rows: Sequence[Row]) -> tuple[ListedTable, ...]:
    """Return rows with the names of their players, all read at once."""
    known = await names.of(people_in(rows))
    return tuple(listed(row, known) for row in rows)
