"""Players: an id is permanent; a name, tokens and recovery codes can be erased."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value

Scope: TypeAlias = Literal["play", "read", "webhooks", "admin"]
OwnScope: TypeAlias = Literal["play", "read", "webhooks"]  # every account may have these
OWN_SCOPES: tuple[OwnScope, ...] = ("play", "read", "webhooks")
ADMIN: Scope = "admin"  # only `ludotheque admin create` gives it
MOST_TOKENS = 32  # of one player


class Account(Value, frozen=True):
    id: PlayerId
    name: str | None  # None: erased
    created: str  # RFC 3339
    scopes: frozenset[str] = frozenset()  # those that its tokens may have


class Token(Value, frozen=True):
    """A token, without its secret."""

    id: str
    player: PlayerId
    name: str
    scopes: frozenset[str]
    created: str  # RFC 3339
    expires: int | None  # ms since 1970

    def permits(self, scope: str) -> bool:
        """Return whether the token has the scope; `play` includes `read`."""
        return scope in self.scopes or (scope == "read" and "play" in self.scopes)


class IssuedToken(Value, frozen=True):
    """A token to be stored: the hash of its secret, and what it permits."""

    id: str
    hash: bytes
    name: str
    scopes: frozenset[str]
    expires: int | None


class Change(Value, frozen=True):
    """What a process must forget: the token with this hash, or the name of this player."""

    id: bytes
    token: bytes | None = None
    player: PlayerId | None = None
    revoked: bool = False  # otherwise only the expiry of the token has changed


class Admission(Value, frozen=True):
    """The invitation that a new player uses, and how many players may."""

    invitation: str
    most: int


class InvitationUsedUp(Exception):
    """As many players have used the invitation as may."""


class AccountTaken(Exception):
    """This id or this token belongs to another account, or did."""


class TooManyTokens(Exception):
    """The player has as many tokens as a player may have."""


class TokenRotated(Exception):
    """The token was rotated before; only its replacement may be."""


class AccountGone(Exception):
    """The player was erased, or the token was revoked, a moment ago."""


class Accounts(Protocol):
    async def uses(self, invitations: Sequence[str]) -> Mapping[str, int]:
        """Return how many players have registered with each of these invitations."""

    async def create(
        self,
        player_id: PlayerId,
        name: str,
        token: IssuedToken,
        admission: Admission | None = None,
    ) -> None:
        """Store a new account with the scopes of its first token; raises AccountTaken.

        With an admission, one use of the invitation is counted, or InvitationUsedUp is raised.
        """

    async def by_token(self, token_hash: bytes) -> Token | None:
        """Return the token with this hash."""

    async def are_valid(self, token_hashes: Sequence[bytes]) -> list[bool]:
        """Return of each token whether it is neither revoked nor expired."""

    async def name(self, player_id: PlayerId) -> Account | None:
        """Return the account of a player."""

    async def names(self, players: Sequence[PlayerId]) -> list[str | None]:
        """Return the name of each player; None if it was erased."""

    async def rename(self, player_id: PlayerId, name: str) -> None:
        """Change the name of a player; raises AccountGone."""

    async def erase(self, player_id: PlayerId) -> None:
        """Remove the name and revoke all tokens and codes; erasing twice is no error."""

    async def tokens(self, player_id: PlayerId) -> list[Token]:
        """Return the tokens of a player that have not expired, oldest first."""

    async def add_token(self, player_id: PlayerId, token: IssuedToken) -> None:
        """Store one more token; raises TooManyTokens or AccountGone."""

    async def revoke_token(self, player_id: PlayerId, token_id: str) -> bool:
        """Revoke a token of the player; return whether there was one with this id."""

    async def revoke_others(self, player_id: PlayerId, kept: str | None) -> None:
        """Revoke all tokens of the player except the one with this id."""

    async def rotate_token(self, old_hash: bytes, new: IssuedToken, old_ends: int | None) -> None:
        """Replace a token by a new one with its name and scopes.

        The old one is revoked now, or at `old_ends` (ms since 1970). Raises AccountGone,
        TokenRotated, or TooManyTokens if there is no place for both.
        """

    async def replace_codes(self, player_id: PlayerId, hashes: Sequence[bytes]) -> None:
        """Store the hashes of new recovery codes in place of all earlier ones."""

    async def codes_left(self, player_id: PlayerId) -> int:
        """Return how many recovery codes were not used yet."""

    async def use_code(self, code_hash: bytes, token: IssuedToken) -> PlayerId | None:
        """Use up a recovery code and store a token of its player; None for an unknown code.

        The token gets the scopes of the account, but never `admin`. If the player has as many
        tokens as a player may have, the oldest is revoked.
        """

    async def last_change(self) -> bytes:
        """Return the id of the last change."""

    async def changes(self, after: bytes) -> list[Change]:
        """Return the changes after this one; changes are kept for a minute."""
