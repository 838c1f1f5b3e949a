"""Accounts of players: an id is permanent; a name, tokens and codes can be erased."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from application.ports.accounts import (
    MOST_TOKENS,
    Account,
    AccountGone,
    Accounts,
    AccountTaken,
    Admission,
    Change,
    InvitationUsedUp,
    IssuedToken,
    Token,
    TokenRotated,
    TooManyTokens,
)
from domain.kernel.ids import PlayerId
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions
from store.people import people_keys

TOKEN_FIELDS = ("id", "player", "name", "scopes", "created", "expires")
ATTEMPTS = 10  # each means that a token or a code of the same player changed meanwhile
MOST_CHANGES = 1000  # read at once


class RedisAccounts(Accounts):
    def __init__(self, client: StoreClient, writer: StoreClient | None = None) -> None:
        """`writer` executes writes; if it is another client, a replica confirms them."""
        self._client = client
        self._writer = writer or client

    async def create(
        self,
        player_id: PlayerId,
        name: str,
        token: IssuedToken,
        admission: Admission | None = None,
    ) -> None:
        keys = [*_token_keys(player_id, token), people_keys.INVITATION_USES]
        created = (player_id, name, _joined(token.scopes), token.id, token.hash, token.name)
        used = ("", 0) if admission is None else (admission.invitation, admission.most)
        expires = _moment(token.expires)
        reply = await self._call("create_account", keys, *created, expires, *used)
        if reply == b"USED_UP":
            raise InvitationUsedUp
        if reply != b"OK":
            raise AccountTaken(player_id)

    async def by_token(self, token_hash: bytes) -> Token | None:
        key = people_keys.token(token_hash)
        return _token(await self._client.execute("HMGET", key, *TOKEN_FIELDS))

    async def are_valid(self, token_hashes: Sequence[bytes]) -> list[bool]:
        commands = [("EXISTS", people_keys.token(each)) for each in token_hashes]
        return [found == 1 for found in await self._client.execute_all(commands)]

    async def name(self, player_id: PlayerId) -> Account | None:
        key = people_keys.player(player_id)
        found = await self._client.execute("HMGET", key, "name", "created", "scopes")
        name, created, scopes = found
        if created is None:
            return None
        return Account(
            player_id,
            None if name is None else name.decode(),
            _rfc3339(int(created)),
            _split(scopes or b""),
        )

    async def names(self, players: Sequence[PlayerId]) -> list[str | None]:
        commands = [("HGET", people_keys.player(player), "name") for player in players]
        found = await self._client.execute_all(commands)
        return [None if name is None else name.decode() for name in found]

    async def rename(self, player_id: PlayerId, name: str) -> None:
        keys = [people_keys.player(player_id), people_keys.ACCOUNT_CHANGES]
        if await self._call("rename_player", keys, player_id, name) != b"OK":
            raise AccountGone(player_id)

    async def erase(self, player_id: PlayerId) -> None:
        own = [people_keys.player(player_id), *_lists(player_id), people_keys.ACCOUNT_CHANGES]
        for _ in range(ATTEMPTS):
            hashes = list((await self._token_hashes(player_id)).values())
            codes = await self._code_hashes(player_id)
            keys = [*own, *map(people_keys.token, hashes), *map(people_keys.recovery_code, codes)]
            counts = (len(hashes), len(codes))
            if await self._call("erase_account", keys, player_id, *counts, *hashes) == b"OK":
                return
        raise AccountGone(player_id)

    async def tokens(self, player_id: PlayerId) -> list[Token]:
        hashes = await self._token_hashes(player_id)
        commands = [("HMGET", people_keys.token(each), *TOKEN_FIELDS) for each in hashes.values()]
        found = map(_token, await self._client.execute_all(commands))
        kept = [token for token in found if token is not None]
        return sorted(kept, key=lambda token: (token.created, token.id))

    async def add_token(self, player_id: PlayerId, token: IssuedToken) -> None:
        keys = _token_keys(player_id, token)
        added = (token.id, token.hash, token.name, _joined(token.scopes), _moment(token.expires))
        reply = await self._call("add_token", keys, player_id, MOST_TOKENS, *added)
        _require_ok(reply)

    async def revoke_token(self, player_id: PlayerId, token_id: str) -> bool:
        return bool(await self._revoke(player_id, token_id, ""))

    async def revoke_others(self, player_id: PlayerId, kept: str | None) -> None:
        await self._revoke(player_id, "", kept or "")

    async def _revoke(self, player_id: PlayerId, revoked: str, kept: str) -> int:
        keys = [people_keys.tokens_of(player_id), people_keys.ACCOUNT_CHANGES]
        count: int = await self._call("revoke_tokens", keys, revoked, kept)
        return count

    async def rotate_token(self, old_hash: bytes, new: IssuedToken, old_ends: int | None) -> None:
        old = await self.by_token(old_hash)
        if old is None:
            raise AccountGone
        keys = [
            people_keys.token(old_hash),
            people_keys.token(new.hash),
            people_keys.tokens_of(old.player),
            people_keys.ACCOUNT_CHANGES,
        ]
        told = (old_hash, new.id, new.hash, _moment(new.expires), _moment(old_ends), MOST_TOKENS)
        _require_ok(await self._call("rotate_token", keys, *told))

    async def replace_codes(self, player_id: PlayerId, hashes: Sequence[bytes]) -> None:
        for _ in range(ATTEMPTS):
            old = await self._code_hashes(player_id)
            keys = [people_keys.player(player_id), people_keys.codes_of(player_id)]
            keys += [people_keys.recovery_code(each) for each in (*old, *hashes)]
            reply = await self._call("replace_codes", keys, player_id, len(old), *hashes)
            if reply == b"OK":
                return
            if reply == b"GONE":
                break
        raise AccountGone(player_id)

    async def codes_left(self, player_id: PlayerId) -> int:
        return int(await self._client.execute("SCARD", people_keys.codes_of(player_id)))

    async def use_code(self, code_hash: bytes, token: IssuedToken) -> PlayerId | None:
        code = people_keys.recovery_code(code_hash)
        found: bytes | None = await self._client.execute("GET", code)
        if found is None:
            return None
        player = found.decode()
        own = (code, people_keys.codes_of(player), *_token_keys(player, token))
        keys = [*own, people_keys.ACCOUNT_CHANGES]
        made = (token.id, token.hash, token.name, _moment(token.expires))
        told = (code_hash, player, *made, MOST_TOKENS)
        return player if await self._call("use_code", keys, *told) == b"OK" else None

    async def uses(self, invitations: Sequence[str]) -> dict[str, int]:
        if not invitations:
            return {}
        counts = await self._client.execute("HMGET", people_keys.INVITATION_USES, *invitations)
        return {each: int(n or 0) for each, n in zip(invitations, counts, strict=True)}

    async def last_change(self) -> bytes:
        newest = await self._client.execute(
            "XREVRANGE", people_keys.ACCOUNT_CHANGES, "+", "-", "COUNT", 1
        )
        return newest[0][0] if newest else b"0-0"

    async def changes(self, after: bytes) -> list[Change]:
        read = ("XREAD", "COUNT", MOST_CHANGES, "STREAMS", people_keys.ACCOUNT_CHANGES, after)
        streams = await self._client.execute(*read)
        return [_change(*entry) for _, entries in streams or () for entry in entries]

    async def _token_hashes(self, player_id: PlayerId) -> dict[str, bytes]:
        """Return the hashes of the tokens of a player, by the id of the token."""
        flat = await self._client.execute("HGETALL", people_keys.tokens_of(player_id))
        return {
            token_id.decode(): each for token_id, each in zip(flat[::2], flat[1::2], strict=True)
        }

    async def _code_hashes(self, player_id: PlayerId) -> list[bytes]:
        return list(await self._client.execute("SMEMBERS", people_keys.codes_of(player_id)))

    async def _call(self, name: str, keys: list[str], *arguments: Argument) -> Any:
        return await functions.call(self._writer, name, list(keys), *arguments)


def _require_ok(reply: bytes) -> None:
    """Raise what the store has found against a change of tokens."""
    if reply != b"OK":
        raise {b"FULL": TooManyTokens, b"ROTATED": TokenRotated}.get(reply, AccountGone)


def _token_keys(player_id: PlayerId, token: IssuedToken) -> list[str]:
    return [
        people_keys.player(player_id),
        people_keys.token(token.hash),
        people_keys.tokens_of(player_id),
    ]


def _lists(player_id: PlayerId) -> tuple[str, str]:
    return people_keys.tokens_of(player_id), people_keys.codes_of(player_id)


def _token(fields: Sequence[bytes | None]) -> Token | None:
    if fields[0] is None:
        return None
    token_id, player, name, scopes, created, expires = (field or b"" for field in fields)
    return Token(
        token_id.decode(),
        player.decode(),
        name.decode(),
        _split(scopes),
        _rfc3339(int(created)),
        int(expires) if expires else None,
    )


def _change(entry_id: bytes, fields: list[bytes]) -> Change:
    kind, value = fields
    if kind == b"player":
        return Change(entry_id, player=value.decode())
    return Change(entry_id, token=value, revoked=kind == b"token")


def _joined(scopes: frozenset[str]) -> str:
    return " ".join(sorted(scopes))


def _split(scopes: bytes) -> frozenset[str]:
    return frozenset(scopes.decode().split())


def _moment(at: int | None) -> str:
    return "" if at is None else str(at)


def _rfc3339(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
