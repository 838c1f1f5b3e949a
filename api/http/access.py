"""Tables that not everybody may see: a hidden table is answered like one that does not exist."""

import re
import secrets
from collections.abc import Callable, Hashable
from typing import Annotated, Any, NamedTuple, TypeAlias

from litestar.types import HTTPScope

from api.http import operation
from api.http.answers import AsgiAnswer
from api.http.callers import MaybeReader, remembered
from api.http.decoding import read_headers
from api.http.injection import AnyRequest, Needs, Part
from api.http.params import TablePath
from api.http.tables import Shown, table_id
from api.problems.faults import NoInvitationCode
from api.problems.handlers import ApiProblem
from api.transport.answer import Answer
from api.transport.turn import NotQuick, Read
from application.attempt import Condition
from application.player_names import PlayerNames
from application.table_cache import TableCache
from application.token_cache import TokenCache
from domain.fairness.chain import join_code
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.table.access import may_see, may_watch, no_such_table
from domain.table.state import Closed
from projections.seat_view.kept_views import KeptViews
from projections.seat_view.names import NamesOfPeople, people_at
from projections.seat_view.view import TableSeen

HEADER = "Invitation"
INVITATION = HEADER.lower().encode()
Show: TypeAlias = Callable[[LiveTable, PlayerId | None, NamesOfPeople], Shown]
_CODE = re.compile(rb"[\x21-\x7e]{1,64}")  # as in the document


def sent_invitation(scope: HTTPScope) -> str | None:
    """Return the code of an invitation that the request carries; raises 400 for no such text."""
    sent = read_headers(scope).values.get(INVITATION)
    if sent is None:
        return None
    if not _CODE.fullmatch(sent):
        raise ApiProblem(NoInvitationCode(field=HEADER, source="header"))
    return sent.decode("ascii")


def is_invited(live: LiveTable, code: str | None) -> bool:
    """Return whether this is the code of the table, without revealing how much of it is right."""
    if code is None:
        return False
    expected = join_code(live.table, live.seed).encode()
    return secrets.compare_digest(code.strip().lower().encode(), expected)


def visible_to(player: PlayerId | None, code: str | None) -> Condition:
    """Return a condition that the table exists for this caller."""

    def condition(live: LiveTable) -> None:
        if not may_see(live.state, player, invited=False) and not is_invited(live, code):
            raise no_such_table()

    return condition


def all_of(*conditions: Condition) -> Condition:
    """Return a condition that holds if all of these do."""

    def condition(live: LiveTable) -> None:
        for each in conditions:
            each(live)

    return condition


def require_watching(
    live: LiveTable, player: PlayerId | None, code: str | None, invited: bool = False
) -> None:
    """Raise 404 if a caller may not see the table, and 403 `not_watchable` if not watch it now."""
    state, invited = live.state, invited or is_invited(live, code)
    if not may_see(state, player, invited):
        raise no_such_table()
    if not may_watch(state, player, invited):
        raise ApiProblem("not_watchable")


async def visible_table(
    tables: TableCache, table: str, player: PlayerId | None, code: str | None = None
) -> LiveTable:
    """Return the table as it is now, if this player may see it."""
    live = await tables.fresh(table_id(table))
    visible_to(player, code)(live)
    return live


async def _seen(
    request: AnyRequest, tables: Part[TableCache], table: TablePath, caller: MaybeReader
) -> LiveTable:
    return await visible_table(tables, table, caller, sent_invitation(request.scope))


async def _watched(
    request: AnyRequest, tables: Part[TableCache], table: TablePath, caller: MaybeReader
) -> LiveTable:
    live = await tables.fresh(table_id(table))
    require_watching(live, caller, sent_invitation(request.scope))
    return live


async def _history(
    request: AnyRequest, tables: Part[TableCache], table: TablePath, caller: MaybeReader
) -> LiveTable:
    live = await tables.readable(table_id(table))
    require_watching(live, caller, sent_invitation(request.scope))
    return live


SeenTable: TypeAlias = Annotated[LiveTable, Needs(_seen)]
WatchedTable: TypeAlias = Annotated[LiveTable, Needs(_watched)]
WatchedHistory: TypeAlias = Annotated[LiveTable, Needs(_history)]  # its rules may be missing
NewTable: TypeAlias = Annotated[AsgiAnswer, operation.Answer(TableSeen, 201, ("Location", "ETag"))]


class _Kept(NamedTuple):
    """What one caller got, until a name changes or must be read again."""

    shown: Shown
    revision: int
    until: float


class QuickReads(NamedTuple):
    """Answers reads of tables from memory, after the store has confirmed the head."""

    tables: TableCache
    tokens: TokenCache
    names: PlayerNames
    views: KeptViews

    def read(
        self, scope: Any, table: str, key: Hashable, show: Show, known: str | None = None
    ) -> Read:
        """Return the read of a table that is cached and not closed.

        `show` makes the answer from the table, the caller and the names; beside these it depends on
        `key`. `known` is the `If-None-Match` of the request.
        """
        headers = read_headers(scope)
        live, query = self.tables.remembered(table), self.tables.log.head_query(table)
        if live is None or query is None or headers.has_repeated:
            raise NotQuick
        player, code = None, sent_invitation(scope)
        if b"authorization" in headers.values:
            player = remembered(self.tokens, headers, "read")

        def answer(reply: Any) -> Answer:
            if query.read(reply) != (live.version, live.head):
                raise NotQuick
            if code is not None:
                return self._shown(live, player, code, show).to(known)
            kept: _Kept | None = self.views.get(live.table, live.head, (player, key))
            if kept is None or not self.names.is_unchanged(kept.revision, kept.until):
                shown = self._shown(live, player, None, show)
                kept = _Kept(shown, *self.names.validity(people_at(live.state)))
                size = len(shown.answer.body)
                self.views.keep(live.table, live.head, (player, key), kept, size)
            return kept.shown.to(known)

        return Read(query.command, answer)

    def _shown(
        self, live: LiveTable, player: PlayerId | None, code: str | None, show: Show
    ) -> Shown:
        if isinstance(live.state, Closed):
            raise NotQuick
        require_watching(live, player, code)
        people = self.names.known(people_at(live.state))
        if people is None:
            raise NotQuick
        return show(live, player, people)
