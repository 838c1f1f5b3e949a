"""Tokens as callers send and see them."""

from typing import Annotated, TypeAlias

from litestar import Response
from msgspec import Meta

from application.ports.accounts import IssuedToken, OwnScope, Scope, Token
from domain.kernel.ids import Moment, PlayerId
from domain.kernel.messages import Value
from domain.kernel.moments import rfc3339

Scopes: TypeAlias = Annotated[
    tuple[OwnScope, ...],
    Meta(min_length=1, max_length=8, description="What the token may do; `play` includes `read`."),
]
ExpiresIn: TypeAlias = Annotated[
    int,
    Meta(
        ge=1,
        le=10 * 366 * 24 * 3600,
        description="Seconds until the token expires; without it, the token does not expire.",
    ),
]


class NewToken(Value, frozen=True):
    """A player and a token, which the server returns only here.

    Send it as `Authorization: Bearer <token>`.
    """

    id: PlayerId
    name: str
    token: str
    token_id: str
    scopes: tuple[Scope, ...]
    expires: Moment | None


class TokenSeen(Value, frozen=True, kw_only=True):
    """One of your tokens, without its secret. `current` marks the token of this request."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    created: Moment
    expires: Moment | None
    current: bool


class TokenCreated(Value, frozen=True):
    """A new token, which the server returns only here."""

    id: str
    name: str
    token: str
    scopes: tuple[Scope, ...]
    expires: Moment | None


def player_created(
    player: PlayerId, name: str, secret: str, token: IssuedToken, scopes: frozenset[str]
) -> Response[NewToken]:
    """Return the answer with a player and a token."""
    made = NewToken(player, name, secret, token.id, _listed(scopes), _moment(token.expires))
    return Response(made, status_code=201, headers={"Location": f"/v1/players/{player}"})


def token_created(secret: str, token: IssuedToken) -> TokenCreated:
    return TokenCreated(token.id, token.name, secret, _listed(token.scopes), _moment(token.expires))


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


def _moment(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)
