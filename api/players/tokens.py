"""The tokens of a player: several, each with a name, scopes and an expiry."""

from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from api.http.callers import (
    Owner,
    OwnToken,
    owns_account,
    require_confirmation,
    require_owner,
    sent_token,
)
from api.http.injection import AnyRequest, Part
from api.http.operation import Created, Link, delete, get, post
from api.http.player_names import visible_name
from api.players.bodies import (
    PlayerTokenAnswer,
    RotateBody,
    TokenAnswer,
    TokenBody,
    TokenPage,
    TokenSeen,
)
from api.problems.handlers import ApiProblem
from api.problems.limits import ScopesNotYours
from application.credentials import new_token
from application.ports.accounts import (
    MOST_TOKENS,
    AccountGone,
    Accounts,
    IssuedToken,
    Scope,
    Token,
    TokenRotated,
    TooManyTokens,
)
from application.ports.world import World
from application.token_cache import TokenCache
from domain.kernel.ids import PlayerId, rfc3339

TOKENS = "/v1/players/me/tokens"
MADE = (Link("revokeToken", {"token": "$response.body#/id"}),)


@get(TOKENS, "List your tokens", "Your tokens, without their secrets.")
async def list_tokens(owner: Owner, accounts: Part[Accounts]) -> TokenPage:
    """Returns your tokens that have neither expired nor been revoked.

    You need a token with all scopes of your account.
    """
    found = await accounts.tokens(owner.player)
    return TokenPage(tuple(token_seen(each, owner.id) for each in found))


@post(TOKENS, "Create a token", "Token created: its id, and the secret.", status=201, links=MADE)
async def create_token(
    owner: Owner, data: JSONBody[TokenBody], accounts: Part[Accounts], world: Part[World]
) -> TokenAnswer:
    """Creates one more token of yours, for example for a bot or a second device.

    `read` reads what you may see, `play` sends commands too, and `webhooks` manages your webhooks.
    You need a token with all scopes of your account. The server returns the secret only here.
    """
    name = visible_name(data.name, "name")
    if not frozenset(data.scopes) <= owner.scopes:
        raise ApiProblem(ScopesNotYours(), "scopes")
    secret, token = new_token(world, name, data.scopes, data.expires_in)
    try:
        await accounts.add_token(owner.player, token)
    except TooManyTokens:
        raise ApiProblem("too_many_tokens", limit=MOST_TOKENS) from None
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    return token_created(secret, token)


@post(
    f"{TOKENS}/rotate",
    "Rotate your token",
    "Token rotated: the new secret.",
    status=201,
    links=MADE,
)
async def rotate_token(
    request: AnyRequest,
    own: OwnToken,
    data: JSONBody[RotateBody],
    accounts: Part[Accounts],
    tokens: Part[TokenCache],
    world: Part[World],
) -> TokenAnswer:
    """Replaces the token of this request by a new one with the same name, scopes and expiry.

    Send your own player id as `confirm`. `expires_in` changes the expiry; only a token with all
    scopes of your account can make it later. The old token is revoked at once, or after
    `grace_seconds`; in that time it cannot rotate again. Any other token may rotate itself.
    """
    require_confirmation(own, data.confirm)
    secret, new = new_token(world, own.name, own.scopes, data.expires_in)
    if data.expires_in is None or not await owns_account(own, accounts):
        new = replace(new, expires=_earlier(new.expires, own.expires))
    ends = None
    if data.grace_seconds:
        ends = _earlier(world.now() + 1000 * data.grace_seconds, own.expires)
    try:
        await accounts.rotate_token(sent_token(request), new, ends)
    except TokenRotated:
        raise ApiProblem("token_rotated") from None
    except TooManyTokens:
        raise ApiProblem("too_many_tokens", limit=MOST_TOKENS) from None
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    await tokens.catch_up()
    return token_created(secret, new)


@delete(TOKENS, "Revoke your other tokens", "All tokens but that of the request are revoked.")
async def revoke_other_tokens(
    owner: Owner, accounts: Part[Accounts], tokens: Part[TokenCache]
) -> None:
    """Revokes all of your tokens except the one of this request, and ends their streams.

    You need a token with all scopes of your account.
    """
    await accounts.revoke_others(owner.player, owner.id)
    await tokens.catch_up()


@delete(
    f"{TOKENS}/{{token:str}}",
    "Revoke a token",
    "Token revoked. No process accepts it after a second.",
)
async def revoke_token(
    own: OwnToken, token: FromPath[str], accounts: Part[Accounts], tokens: Part[TokenCache]
) -> None:
    """Revokes one of your tokens and ends the streams that were opened with it.

    Any token may revoke itself. To revoke another, you need one with all scopes of your account.
    """
    if token != own.id:
        await require_owner(own, accounts)
    if not await accounts.revoke_token(own.player, token):
        raise ApiProblem("no_such_token", field="token")
    await tokens.catch_up()


def player_created(
    player: PlayerId, name: str, secret: str, token: IssuedToken, scopes: frozenset[str]
) -> Created[PlayerTokenAnswer]:
    """Return the answer with a player and a token."""
    made = PlayerTokenAnswer(
        player, name, secret, token.id, _listed(scopes), _moment(token.expires)
    )
    return Created(made, f"/v1/players/{player}")


def token_created(secret: str, token: IssuedToken) -> TokenAnswer:
    return TokenAnswer(token.id, token.name, secret, _listed(token.scopes), _moment(token.expires))


def token_seen(token: Token, current: str) -> TokenSeen:
    return TokenSeen(
        id=token.id,
        name=token.name,
        scopes=_listed(token.scopes),
        created=token.created,
        expires=_moment(token.expires),
        current=token.id == current,
    )


def _listed(scopes: frozenset[str]) -> tuple[Scope, ...]:
    return tuple(sorted(scopes))  # type: ignore[arg-type]


def _earlier(one: int | None, other: int | None) -> int | None:
    return min((each for each in (one, other) if each is not None), default=None)


def _moment(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)
