"""Commits and tokens to be stored: valid by default, with any field replaced."""

import secrets
from base64 import b32encode
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from application.ports.accounts import OWN_SCOPES, IssuedToken
from domain.judging.commit import Commit
from domain.kernel.ids import TableId

# Commits for tests: valid by default, with any field replaced.

SEED = bytes(range(32))


def table_id() -> TableId:
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def head(table: TableId, version: int) -> bytes:
    return sha256(f"{table} {version}".encode()).digest()


def commit(table: TableId, expected: int = 0, count: int = 1, **bent: Any) -> Commit:
    honest = Commit(
        table=table,
        expected=expected,
        head=head(table, expected),
        events=tuple(b'{"n":%d}' % n for n in range(expected + 1, expected + count + 1)),
        next_head=head(table, expected + count),
        id=secrets.token_bytes(16),
        record=b'{"asked":%d}' % expected,
        seed=SEED if expected == 0 else None,
    )
    return replace(honest, **bent)


def issued(
    token_hash: bytes | None = None,
    name: str = "first",
    scopes: tuple[str, ...] = OWN_SCOPES,
    expires: int | None = None,
) -> IssuedToken:
    """Return a token with this hash, or with a random one."""
    hashed = secrets.token_bytes(32) if token_hash is None else token_hash
    return IssuedToken(table_id(), hashed, name, frozenset(scopes), expires)
