"""Renaming a player, and recovering one whose token is lost."""

from typing import Annotated, Any

from litestar import Request, Response, get, patch, post
from litestar.params import JSONBody
from msgspec import Meta

from api.http import auth
from api.http.decoding import require_no_body
from api.http.names import PlayerName, visible_name
from api.http.people import PlayerNamed
from api.http.permission import require_play
from api.http.tokens import (
    ExpiresIn,
    NewToken,
    player_created,
)
from api.openapi.operation import Link, describe
from api.problems.handlers import ApiProblem
from api.problems.refusals import EmptyBodyNeeded
from api.services import services_of
from application.credentials import CODES, hash_code, new_codes, new_token
from application.ports.accounts import AccountGone
from domain.kernel.messages import Value

RECOVERY_CODES = "/v1/players/me/recovery-codes"
RECOVERED = "recovered"  # the name of the token that a code gives


class PlayerChange(Value, frozen=True, forbid_unknown_fields=True):
    """The new name of a player."""

    name: PlayerName


class RecoveryCodes(Value, frozen=True):
    """Recovery codes, which the server returns only here; each can be used once."""

    codes: tuple[str, ...]


class CodesLeft(Value, frozen=True):
    """How many of your recovery codes have not been used."""

    left: Annotated[int, Meta(ge=0, le=CODES)]


class Recovery(Value, frozen=True, forbid_unknown_fields=True):
    """A recovery code."""

    code: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description="One of your codes; case, spaces and hyphens do not matter.",
        ),
    ]
    revoke_tokens: Annotated[
        bool, Meta(description="Whether to revoke all earlier tokens of the player.")
    ] = False
    expires_in: ExpiresIn | None = None


@patch(
    "/v1/players/me",
    operation_id="renamePlayer",
    summary="Change your name",
    opt=describe(
        tag="Players",
        body=PlayerChange,
        answers={200: PlayerNamed},
        returns={200: "Name changed: your id and the new name."},
        problems=(
            "malformed",
            "media_type",
            "body_too_large",
            "name_not_visible",
            "scope_missing",
            "suspended",
            "outcome_unknown",
        ),
        bearer=True,
        scope=None,
    ),
)
async def rename_player(
    request: Request[Any, Any, Any], data: JSONBody[PlayerChange]
) -> PlayerNamed:
    """Changes the name that others see, at all tables. Histories contain only your id.

    Other processes show the new name within a second. You need a token with all scopes of your
    account.
    """
    services, caller = services_of(request), await auth.owner(request)
    require_play(await services.administration.current(), caller.player, services.world.now)
    name = visible_name(data.name, "name")
    try:
        await services.accounts.rename(caller.player, name)
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    await services.tokens.catch_up()
    return PlayerNamed(caller.player, name)


@post(
    RECOVERY_CODES,
    operation_id="createRecoveryCodes",
    summary="Create recovery codes",
    opt=describe(
        tag="Players",
        answers={201: RecoveryCodes},
        returns={201: f"{CODES} new codes. Earlier codes are no longer valid."},
        problems=("scope_missing", "outcome_unknown"),
        bearer=True,
        scope=None,
        links=(Link("getRecoveryCodes", {}),),
    ),
)
async def create_codes(request: Request[Any, Any, Any]) -> RecoveryCodes:
    """Creates ten recovery codes; each gives a new token once, if you lose yours.

    The server stores only hashes, so keep the codes outside of your client. New codes replace all
    earlier ones. You need a token with all scopes of your account. Send no body.
    """
    services, caller = services_of(request), await auth.owner(request)
    await require_no_body(request, EmptyBodyNeeded())
    codes = new_codes()
    try:
        await services.accounts.replace_codes(caller.player, [hash_code(each) for each in codes])
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    return RecoveryCodes(tuple(codes))


@get(
    RECOVERY_CODES,
    operation_id="getRecoveryCodes",
    summary="Count your recovery codes",
    opt=describe(
        tag="Players",
        answers={200: CodesLeft},
        returns={200: "How many codes are left."},
        problems=("scope_missing",),
        bearer=True,
        scope=None,
    ),
)
async def get_codes(request: Request[Any, Any, Any]) -> CodesLeft:
    """Returns how many of your recovery codes have not been used; the codes are not stored.

    You need a token with all scopes of your account.
    """
    services, caller = services_of(request), await auth.owner(request)
    return CodesLeft(await services.accounts.codes_left(caller.player))


@post(
    "/v1/recoveries",
    operation_id="recoverPlayer",
    summary="Recover a player",
    opt=describe(
        tag="Players",
        body=Recovery,
        answers={201: NewToken},
        returns={201: "Player recovered: the id, the name and a new token."},
        problems=("malformed", "media_type", "body_too_large", "code_unknown", "outcome_unknown"),
        headers={201: ("Location",)},
        links=(Link("listTokens", {}), Link("createRecoveryCodes", {})),
    ),
)
async def recover_player(
    request: Request[Any, Any, Any], data: JSONBody[Recovery]
) -> Response[NewToken]:
    """Uses up a recovery code and returns a new token of its player. No token is needed.

    The token has all scopes of the account. Set `revoke_tokens` if an earlier token may be in other
    hands.
    """
    services = services_of(request)
    secret, token = new_token(services.world, RECOVERED, (), data.expires_in)
    player = await services.accounts.use_code(hash_code(data.code), token)
    stored = await services.accounts.by_token(token.hash) if player else None
    account = await services.accounts.name(player) if player else None
    if player is None or stored is None or account is None or account.name is None:
        raise ApiProblem("code_unknown", field="code")
    if data.revoke_tokens:
        for each in await services.accounts.tokens(player):
            if each.id != token.id:
                await services.accounts.revoke_token(player, each.id)
        await services.tokens.catch_up()
    return player_created(player, account.name, secret, token, stored.scopes)


HANDLERS = (rename_player, create_codes, get_codes, recover_player)
