"""Quick reads of a table: from memory, once the store has confirmed its version and head."""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from api.http import auth
from api.http.access import invitation_in, require_watching
from api.http.headers import RequestHeaders
from api.services import Services
from api.tables.shown import Shown
from api.transport.answer import Answer
from api.transport.turn import NotQuick, Read
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.table.state import Closed
from projections.seat_view.names import NamesOfPeople, people_at

Show = Callable[[LiveTable, PlayerId | None, NamesOfPeople], Shown]


class _Kept(NamedTuple):
    """What one caller got, until a name changes or must be read again."""

    shown: Shown
    revision: int
    until: float


def quick_read(
    services: Services,
    headers: RequestHeaders,
    table: str,
    key: Hashable,
    show: Show,
    known: str | None = None,
) -> Read:
    """Return the read of a table that is cached and not closed.

    `show` makes the answer from the table, the caller and the names; beside these it depends on
    `key`. `known` is the `If-None-Match` of the request.
    """
    live, query = services.tables.remembered(table), services.log.head_query(table)
    if live is None or query is None or headers.has_repeated:
        raise NotQuick
    player, code = auth.remembered_player(services, headers), invitation_in(headers)

    def answer(reply: Any) -> Answer:
        if query.read(reply) != (live.version, live.head):
            raise NotQuick
        if code is not None:
            return _shown(services, live, player, code, show).to(known)
        kept: _Kept | None = services.views.get(live.table, live.head, (player, key))
        if kept is None or not services.names.is_unchanged(kept.revision, kept.until):
            shown = _shown(services, live, player, None, show)
            kept = _Kept(shown, *services.names.validity(people_at(live.state)))
            size = len(shown.answer.body)
            services.views.keep(live.table, live.head, (player, key), kept, size)
        return kept.shown.to(known)

    return Read(query.command, answer)


def _shown(
    services: Services, live: LiveTable, player: PlayerId | None, code: str | None, show: Show
) -> Shown:
    if isinstance(live.state, Closed):
        raise NotQuick
    require_watching(live, player, code)
    people = services.names.known(people_at(live.state))
    if people is None:
        raise NotQuick
    return show(live, player, people)
