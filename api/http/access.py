"""Tables that not everybody may see: a hidden table is answered like one that does not exist."""

import re
import secrets

from litestar.types import HTTPScope

from api.http.headers import RequestHeaders, read_headers
from api.http.params import AnyRequest
from api.http.tables import fresh_table, readable_table
from api.problems.handlers import ApiProblem
from api.problems.refusals import NoInvitationCode
from api.services import Services, services_of
from application.handle import Condition
from domain.fairness.seed import join_code
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.table.access import may_see, may_watch, no_such_table

HEADER = "Invitation"
_HEADER = HEADER.lower().encode()
_CODE = re.compile(rb"[\x21-\x7e]{1,64}")  # as in the document


def sent_invitation(scope: HTTPScope) -> str | None:
    """Return the code of an invitation that the request carries; raises 400 for no such text."""
    return invitation_in(read_headers(scope))


def invitation_in(headers: RequestHeaders) -> str | None:
    """Return the same from its headers."""
    sent = headers.values.get(_HEADER)
    if sent is None:
        return None
    if not _CODE.fullmatch(sent):
        raise ApiProblem(NoInvitationCode(), HEADER)
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


async def seen_table(request: AnyRequest, table: str, player: PlayerId | None) -> LiveTable:
    """Return the table as it is now, if this caller may see it."""
    return await visible_table(services_of(request), table, player, sent_invitation(request.scope))


async def visible_table(
    services: Services, table: str, player: PlayerId | None, code: str | None = None
) -> LiveTable:
    """Return the table as it is now, if this player may see it."""
    live = await fresh_table(services, table)
    visible_to(player, code)(live)
    return live


async def watched_table(request: AnyRequest, table: str, player: PlayerId | None) -> LiveTable:
    """Return the table as it is now, if this caller may watch it."""
    live = await fresh_table(services_of(request), table)
    return _if_watched(request, live, player)


async def watched_history(request: AnyRequest, table: str, player: PlayerId | None) -> LiveTable:
    """Return the table as it is now, if this caller may watch it; its rules may be missing."""
    live = await readable_table(services_of(request), table)
    return _if_watched(request, live, player)


def _if_watched(request: AnyRequest, live: LiveTable, player: PlayerId | None) -> LiveTable:
    require_watching(live, player, sent_invitation(request.scope))
    return live


def require_watching(live: LiveTable, player: PlayerId | None, code: str | None) -> None:
    """Raise 404 if a caller may not see the table, and 403 `not_watchable` if not watch it now."""
    state, invited = live.state, is_invited(live, code)
    if not may_see(state, player, invited):
        raise no_such_table()
    if not may_watch(state, player, invited):
        raise ApiProblem("not_watchable")


def watches(live: LiveTable, player: PlayerId | None, invited: bool) -> bool:
    """Return whether the table may be read by this caller as it is now."""
    return may_see(live.state, player, invited) and may_watch(live.state, player, invited)
