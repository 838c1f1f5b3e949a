"""Accounts of players: an id is permanent; a name and a token can be erased."""

from collections.abc import Sequence
from datetime import UTC, datetime

from application.ports.accounts import Account, Accounts, AccountTaken
from domain.kernel.ids import PlayerId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions


class RedisAccounts(Accounts):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def create(self, player_id: PlayerId, name: str, token_hash: bytes) -> None:
        keys: list[Argument] = [keyspace.player(player_id), keyspace.token(token_hash)]
        reply = await functions.call(
            self._client, "create_account", keys, player_id, name, token_hash
        )
        if reply != b"OK":
            raise AccountTaken(player_id)

    async def by_token(self, token_hash: bytes) -> PlayerId | None:
        found: bytes | None = await self._client.execute("GET", keyspace.token(token_hash))
        return None if found is None else found.decode()

    async def name(self, player_id: PlayerId) -> Account | None:
        key = keyspace.player(player_id)
        name, created = await self._client.execute("HMGET", key, "name", "created")
        if created is None:
            return None
        return Account(player_id, None if name is None else name.decode(), _rfc3339(int(created)))

    async def names(self, players: Sequence[PlayerId]) -> list[str | None]:
        commands = [("HGET", keyspace.player(player), "name") for player in players]
        found = await self._client.execute_all(commands)
        return [None if name is None else name.decode() for name in found]

    async def erase(self, player_id: PlayerId) -> None:
        key = keyspace.player(player_id)
        token_hash: bytes | None = await self._client.execute("HGET", key, "token")
        if token_hash is not None:
            keys: list[Argument] = [key, keyspace.token(token_hash)]
            await functions.call(self._client, "erase_account", keys, player_id)


def _rfc3339(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
