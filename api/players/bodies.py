"""Bodies and answers of the operations on tokens."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from api.http.player_names import TokenName
from application.ports.accounts import (
    OwnScope,
    Scope,
)
from domain.kernel.ids import Moment, PlayerId
from domain.kernel.messages import Value

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


class PlayerTokenAnswer(Value, frozen=True):
    """A player and a token, which the server returns only here.

    Send it as `Authorization: Bearer <token>`.
    """

    id: PlayerId
    name: str
    """The name that other players see."""
    token: str
    """The token. The server returns it only here."""
    token_id: str
    """Id of the token; it names the token in your list."""
    scopes: tuple[Scope, ...]
    """What the token may do; `play` includes `read`."""
    expires: Moment | None
    """When the token expires; null if it does not."""


class TokenSeen(Value, frozen=True, kw_only=True):
    """One of your tokens, without its secret. `current` marks the token of this request."""

    id: str
    """Id of the token."""
    name: str
    """What the token is for."""
    scopes: tuple[Scope, ...]
    """What the token may do; `play` includes `read`."""
    created: Moment
    expires: Moment | None
    """When the token expires; null if it does not."""
    current: bool
    """Whether this is the token of the request."""


class TokenAnswer(Value, frozen=True):
    """A new token, which the server returns only here."""

    id: str
    """Id of the token."""
    name: str
    """What the token is for."""
    token: str
    """The token. The server returns it only here."""
    scopes: tuple[Scope, ...]
    """What the token may do; `play` includes `read`."""
    expires: Moment | None
    """When the token expires; null if it does not."""


class TokenBody(Value, frozen=True, forbid_unknown_fields=True):
    """The token to create."""

    name: TokenName
    scopes: Scopes
    expires_in: ExpiresIn | None = None
    """After how many seconds the token expires; null if it does not."""


class RotateBody(Value, frozen=True, forbid_unknown_fields=True):
    """How to rotate a token."""

    confirm: Annotated[str, Meta(max_length=40)] = ""
    """Your own player id: the token of this request will end."""
    expires_in: ExpiresIn | None = None
    """After how many seconds the token expires; null if it does not."""
    grace_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=3600,
            description="How long the old token stays valid, in case this answer is lost.",
        ),
    ] = 0


class TokenPage(Value, frozen=True):
    """Your valid tokens, oldest first."""

    tokens: tuple[TokenSeen, ...]
    """Your tokens, oldest first."""
