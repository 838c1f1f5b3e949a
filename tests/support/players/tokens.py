"""Tokens to be stored, for tests of the store."""

import secrets

from application.ports.accounts import OWN_SCOPES, IssuedToken
from tests.support.tables.commits import table_id


def issued(
    token_hash: bytes | None = None,
    name: str = "first",
    scopes: tuple[str, ...] = OWN_SCOPES,
    expires: int | None = None,
) -> IssuedToken:
    """Return a token with this hash, or with a random one."""
    hashed = secrets.token_bytes(32) if token_hash is None else token_hash
    return IssuedToken(table_id(), hashed, name, frozenset(scopes), expires)
