"""Suspending, renaming and recovering players, by an administrator."""

from typing import Annotated

from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from api.admin.bodies import (
    MOST_LISTED,
    AdminOffice,
    Reason,
    ReasonQuery,
    Seconds,
    SuspensionSeen,
)
from api.http.callers import Administrator
from api.http.injection import AnyRequest, Part
from api.http.operation import Link, delete, get, post, put
from api.http.paging import Page, number
from api.http.params import CursorQuery
from api.http.player_names import PlayerName, PlayerNameSeen, visible_name
from application.administration import players
from application.administration.office import Office
from application.token_cache import TokenCache
from domain.administration.acts import PlayerSuspended
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from projections.cursor import encode_cursor

SUSPENSION = "/v1/admin/suspensions/{player:str}"


class SuspendBody(Value, frozen=True, forbid_unknown_fields=True):
    """Why a player is suspended, and for how long."""

    reason: Annotated[
        Reason, Meta(description="Why; the player sees it with every request that is rejected.")
    ]
    seconds: Annotated[
        Seconds | None, Meta(description="For how long; null until you lift the suspension.")
    ] = None


class SuspensionPage(Value, frozen=True):
    """Suspended players, the latest first."""

    suspensions: Annotated[tuple[SuspensionSeen, ...], Meta(max_length=MOST_LISTED)]
    """The players who are suspended now."""
    total: Annotated[int, Meta(ge=0, le=2**53 - 1, description="How many there are in all.")]
    next: str | None
    """The cursor of the next page; null on the last."""


@get(
    "/v1/admin/suspensions",
    "List suspended players",
    "The players who are suspended now.",
)
async def list_suspensions(
    request: AnyRequest,
    office: AdminOffice,
    cursor: CursorQuery = None,
    limit: Annotated[
        int,
        QueryParameter(
            name="limit", ge=1, le=MOST_LISTED, description="The maximum number of players."
        ),
    ] = 100,
) -> Page[SuspensionPage]:
    """Returns the players who are suspended now, the latest suspension first."""
    found, skip = (await office.suspensions())[::-1], number(cursor)
    end = skip + limit
    following = encode_cursor(str(end)) if end < len(found) else None
    listed = tuple(_seen(each) for each in found[skip:end])
    return Page(SuspensionPage(listed, len(found), following), request, cursor=following)


@put(
    SUSPENSION,
    "Suspend a player",
    "Player suspended: the reason, and until when.",
    links=(Link("unsuspendPlayer", {"player": "$response.body#/player"}),),
)
async def suspend_player(
    by: Administrator, office: Part[Office], player: FromPath[str], data: JSONBody[SuspendBody]
) -> SuspensionSeen:
    """Suspends a player: commands, new tables and seats are rejected with 403 `suspended`.

    Every process knows it within a second. The player can still read. At running tables the clock
    of the seat runs, and the server plays the default move after each deadline. A second
    suspension replaces the first.
    """
    return _seen(await players.suspend(office, by, player, data.reason, data.seconds))


@delete(
    SUSPENSION,
    "Lift a suspension",
    "Suspension lifted.",
)
async def unsuspend_player(
    by: Administrator, office: Part[Office], player: FromPath[str], reason: ReasonQuery = ""
) -> None:
    """Lets a suspended player play again. Every process knows it within a second."""
    await players.unsuspend(office, by, player, reason)


class NameBody(Value, frozen=True, forbid_unknown_fields=True):
    """The new name of a player."""

    name: PlayerName
    reason: Reason


class RecoverBody(Value, frozen=True, forbid_unknown_fields=True):
    """Why a player gets a new token."""

    reason: Reason


class HandOverAnswer(Value, frozen=True):
    """A new token and new recovery codes of a player, which the server returns only here."""

    player: PlayerId
    name: str
    """The name of the player."""
    token: str
    """The new token; it is shown only here."""
    codes: tuple[str, ...]
    """The new recovery codes."""


@put(
    "/v1/admin/players/{player:str}/name",
    "Rename a player",
    "Name changed: the id and the new name.",
)
async def set_player_name(
    by: Administrator,
    office: Part[Office],
    tokens: Part[TokenCache],
    player: FromPath[str],
    data: JSONBody[NameBody],
) -> PlayerNameSeen:
    """Gives a player another name, for example instead of an insult.

    All tables show it within a second. The audit stream contains the id and the reason, but no
    name. Suspend the player if the name must not be changed back.
    """
    name = visible_name(data.name, "name")
    await players.rename(office, by, player, name, data.reason)
    await tokens.catch_up()
    return PlayerNameSeen(player, name)


@post(
    "/v1/admin/players/{player:str}/recovery",
    "Recover an account",
    "Account recovered: a new token and new codes, to be handed over.",
    status=201,
    links=(Link("getPlayer", {"player": "$response.body#/player"}),),
)
async def recover_account(
    by: Administrator,
    office: Part[Office],
    tokens: Part[TokenCache],
    player: FromPath[str],
    data: JSONBody[RecoverBody],
) -> HandOverAnswer:
    """Revokes all tokens and codes of a player, and returns new ones for you to hand over.

    Check who asks before you do this. Every process rejects the old tokens within a second. The
    new token has the scopes of the account, but never `admin`.
    """
    made = await players.recover(office, by, player, data.reason)
    await tokens.catch_up()
    return HandOverAnswer(made.player, made.name, made.token, made.codes)


def _seen(suspended: PlayerSuspended) -> SuspensionSeen:
    return SuspensionSeen(suspended.player, suspended.reason, suspended.until)
