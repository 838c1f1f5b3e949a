"""Suspending, renaming and recovering players, by an administrator."""

from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from api.http.administration import (
    BODY_PROBLEMS,
    MOST_LISTED,
    Reason,
    ReasonQuery,
    Seconds,
    SuspensionSeen,
    administrator,
)
from api.http.names import PlayerName, visible_name
from api.http.operation import Link, describe
from api.http.params import AnyRequest
from api.http.people import PlayerNamed
from api.services import services_of
from application.administration import players
from domain.administration.acts import PlayerSuspended
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value

SUSPENSION = "/v1/admin/suspensions/{player:str}"


class SuspendBody(Value, frozen=True, forbid_unknown_fields=True):
    """Why a player is suspended, and for how long."""

    reason: Annotated[
        Reason, Meta(description="Why; the player sees it with every request that is rejected.")
    ]
    seconds: Annotated[
        Seconds | None, Meta(description="For how long; null until you lift the suspension.")
    ] = None


class SuspensionList(Value, frozen=True):
    """Suspended players, the latest first."""

    suspensions: Annotated[tuple[SuspensionSeen, ...], Meta(max_length=MOST_LISTED)]
    total: Annotated[int, Meta(ge=0, le=2**53 - 1, description="How many there are in all.")]


@get(
    "/v1/admin/suspensions",
    operation_id="listSuspensions",
    summary="List suspended players",
    opt=describe(
        tag="Administration",
        answers={200: SuspensionList},
        returns={200: "The players who are suspended now."},
        problems=(),
        bearer=True,
        scope="admin",
    ),
)
async def list_suspensions(
    request: AnyRequest,
    skip: Annotated[
        int,
        QueryParameter(name="skip", ge=0, le=2**53 - 1, description="How many to leave out."),
    ] = 0,
) -> SuspensionList:
    """Returns up to 1000 players who are suspended now, the latest suspension first."""
    office, _ = await administrator(request)
    found = (await office.suspensions())[::-1]
    listed = tuple(_seen(each) for each in found[skip : skip + MOST_LISTED])
    return SuspensionList(listed, len(found))


@put(
    SUSPENSION,
    operation_id="suspendPlayer",
    summary="Suspend a player",
    opt=describe(
        tag="Administration",
        body=SuspendBody,
        answers={200: SuspensionSeen},
        returns={200: "Player suspended: the reason, and until when."},
        problems=(*BODY_PROBLEMS, "no_such_player"),
        bearer=True,
        scope="admin",
        links=(Link("unsuspendPlayer", {"player": "$response.body#/player"}),),
    ),
)
async def suspend_player(
    request: AnyRequest, player: FromPath[str], data: JSONBody[SuspendBody]
) -> SuspensionSeen:
    """Suspends a player: commands, new tables and seats are rejected with 403 `suspended`.

    Every process knows it within a second. The player can still read. At running tables the clock
    of the seat runs, and the server plays the default move after each deadline. A second
    suspension replaces the first.
    """
    office, by = await administrator(request)
    return _seen(await players.suspend(office, by, player, data.reason, data.seconds))


@delete(
    SUSPENSION,
    operation_id="unsuspendPlayer",
    summary="Lift a suspension",
    status_code=204,
    opt=describe(
        tag="Administration",
        answers={204: None},
        returns={204: "Suspension lifted."},
        problems=("malformed", "not_suspended"),
        bearer=True,
        scope="admin",
    ),
)
async def unsuspend_player(
    request: AnyRequest, player: FromPath[str], reason: ReasonQuery = ""
) -> None:
    """Lets a suspended player play again. Every process knows it within a second."""
    office, by = await administrator(request)
    await players.unsuspend(office, by, player, reason)


class NameBody(Value, frozen=True, forbid_unknown_fields=True):
    """The new name of a player."""

    name: PlayerName
    reason: Reason


class RecoverBody(Value, frozen=True, forbid_unknown_fields=True):
    """Why a player gets a new token."""

    reason: Reason


class HandedOver(Value, frozen=True):
    """A new token and new recovery codes of a player, which the server returns only here."""

    player: PlayerId
    name: str
    token: str
    codes: tuple[str, ...]


@put(
    "/v1/admin/players/{player:str}/name",
    operation_id="setPlayerName",
    summary="Rename a player",
    opt=describe(
        tag="Administration",
        body=NameBody,
        answers={200: PlayerNamed},
        returns={200: "Name changed: the id and the new name."},
        problems=(*BODY_PROBLEMS, "name_not_visible", "no_such_player"),
        bearer=True,
        scope="admin",
    ),
)
async def set_player_name(
    request: AnyRequest, player: FromPath[str], data: JSONBody[NameBody]
) -> PlayerNamed:
    """Gives a player another name, for example instead of an insult.

    All tables show it within a second. The audit stream contains the id and the reason, but no
    name. Suspend the player if the name must not be changed back.
    """
    office, by = await administrator(request)
    name = visible_name(data.name, "name")
    await players.rename(office, by, player, name, data.reason)
    await services_of(request).tokens.catch_up()
    return PlayerNamed(player, name)


@post(
    "/v1/admin/players/{player:str}/recovery",
    operation_id="recoverAccount",
    summary="Recover an account",
    opt=describe(
        tag="Administration",
        body=RecoverBody,
        answers={201: HandedOver},
        returns={201: "Account recovered: a new token and new codes, to be handed over."},
        problems=(*BODY_PROBLEMS, "no_such_player"),
        bearer=True,
        scope="admin",
        links=(Link("getPlayer", {"player": "$response.body#/player"}),),
    ),
)
async def recover_account(
    request: AnyRequest, player: FromPath[str], data: JSONBody[RecoverBody]
) -> Response[HandedOver]:
    """Revokes all tokens and codes of a player, and returns new ones for you to hand over.

    Check who asks before you do this. Every process rejects the old tokens within a second. The
    new token has the scopes of the account, but never `admin`.
    """
    office, by = await administrator(request)
    made = await players.recover(office, by, player, data.reason)
    await services_of(request).tokens.catch_up()
    return Response(HandedOver(made.player, made.name, made.token, made.codes), status_code=201)


def _seen(suspended: PlayerSuspended) -> SuspensionSeen:
    return SuspensionSeen(suspended.player, suspended.reason, suspended.until)


HANDLERS = (
    list_suspensions,
    suspend_player,
    unsuspend_player,
    set_player_name,
    recover_account,
)
