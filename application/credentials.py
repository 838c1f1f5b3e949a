"""Secrets that the server returns once and stores as hashes: tokens and codes."""

import secrets
from base64 import b32encode
from collections.abc import Iterable

from application.ports.accounts import IssuedToken
from application.ports.world import World
from application.token_cache import hash_token
from application.world import new_id

CODES = 10  # made at a time
_GROUPS, _GROUP = 4, 6  # of characters in a code: 120 bits


def new_token(
    world: World, name: str, scopes: Iterable[str], expires_in: int | None = None
) -> tuple[str, IssuedToken]:
    """Return the secret of a new token, and what is stored of it."""
    secret = secrets.token_urlsafe(32)
    expires = None if expires_in is None else world.now() + 1000 * expires_in
    hashed = hash_token(secret.encode())
    return secret, IssuedToken(new_id(world), hashed, name, frozenset(scopes), expires)


def new_code() -> str:
    """Return a code such as `k3wq7a-…`, of 120 random bits."""
    letters = b32encode(secrets.token_bytes(_GROUPS * _GROUP * 5 // 8)).decode().lower()
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))


def new_codes() -> list[str]:
    """Return recovery codes."""
    return [new_code() for _ in range(CODES)]


def hash_code(code: str) -> bytes:
    """Return the hash of a recovery code; case, spaces and hyphens do not matter."""
    return _hash(b"recovery code\0", code)


def hash_invitation(code: str) -> str:
    """Return the hash of the code of an invitation, as hex."""
    return _hash(b"invitation\0", code).hex()


def _hash(use: bytes, code: str) -> bytes:
    letters = "".join(each for each in code.lower() if each.isalnum())
    return hash_token(use + letters.encode())
