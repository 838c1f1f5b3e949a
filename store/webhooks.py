"""Webhooks and their deliveries as they are stored; knows neither HTTP nor games."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import json

from application.ports.webhooks import About, Delivery, DeliveryRef, Disabled, Due, Hook, Secret
from domain.kernel.ids import PlayerId, TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions

MOST_DELIVERIES = 100  # kept of each webhook

_abouts, _secrets = json.Decoder(About), json.Decoder(tuple[Secret, ...])
_notices, _deliveries = json.Decoder(Disabled), json.Decoder(Delivery)
FIELDS = ("body", "secrets", "created", "disabled", "succeeded")


class RedisWebhookStore:
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def add(self, key: str, about: About, secret: Secret, most: int) -> Hook | None:
        """None if the owner has as many as he may."""
        keys = [_hook(key), _owned(about.owner), _subject(about)]
        secrets = (secret,)
        made: int = await self._ask(
            "hook_add", keys, key, most, json.encode(about), json.encode(secrets)
        )
        return Hook(key, about, secrets, made) if made else None

    async def remove(self, hook: Hook) -> None:
        key = hook.id
        keys = [_hook(key), _owned(hook.about.owner), _subject(hook.about)]
        await self._ask(
            "hook_remove", [*keys, _deliveries_of(key), _log(key), keyspace.DUE_DELIVERIES], key
        )

    async def of(self, owner: PlayerId) -> list[Hook]:
        """All of one player, the oldest first."""
        ids = await self._client.execute("SMEMBERS", _owned(owner))
        hooks = await self.find([key.decode() for key in ids])
        return sorted((hook for hook in hooks if hook), key=lambda hook: (hook.created, hook.id))

    async def find(self, ids: Sequence[str]) -> list[Hook | None]:
        answers = await self._client.execute_all([("HMGET", _hook(key), *FIELDS) for key in ids])
        return [_read(key, found) for key, found in zip(ids, answers, strict=True)]

    async def about(self, table: TableId, players: Iterable[PlayerId]) -> list[Hook]:
        """Those that want to hear of this table, or of anything that concerns these players."""
        subjects = [_of_table(table), *map(_of_player, dict.fromkeys(players))]
        answers = await self._client.execute_all([("SMEMBERS", subject) for subject in subjects])
        ids = dict.fromkeys(key.decode() for found in answers for key in found)
        return [hook for hook in await self.find(list(ids)) if hook] if ids else []

    async def rotate(self, hook: Hook, secrets: tuple[Secret, ...]) -> bool:
        seen, new = json.encode(hook.secrets), json.encode(secrets)
        return bool(await self._ask("hook_rotate", [_hook(hook.id)], seen, new))

    async def notify(self, hook: Hook, delivery: Delivery, recorded: int) -> bool:
        """Once for each delivery id, and only of what happened since the webhook was made."""
        keys = [_hook(hook.id), _deliveries_of(hook.id), _log(hook.id), keyspace.DUE_DELIVERIES]
        body = json.encode(delivery)
        asked = (hook.id, delivery.id, recorded, body, MOST_DELIVERIES)
        return bool(await self._ask("hook_notify", keys, *asked))

    async def settle(
        self, hook: Hook, delivery: Delivery, again_ms: int | None, disabled: Disabled | None
    ) -> None:
        """What came of an attempt, and when the next one is due."""
        keys = [_hook(hook.id), _deliveries_of(hook.id), keyspace.DUE_DELIVERIES]
        again, why = "" if again_ms is None else again_ms, json.encode(disabled) if disabled else ""
        good = int(delivery.status == "delivered")
        body = json.encode(delivery)
        await self._ask("hook_settle", keys, hook.id, delivery.id, body, again, why, good)

    async def deliveries(self, key: str) -> list[Delivery]:
        """The newest first."""
        ids = await self._client.execute("ZREVRANGE", _log(key), 0, -1)
        found = await self._client.execute("HMGET", _deliveries_of(key), *ids) if ids else ()
        return [_deliveries.decode(body) for body in found if body is not None]

    async def due(self, member: DeliveryRef) -> Due | None:
        """What a member of the due set stands for; what stands for nothing is taken out."""
        key, _, delivery = member.partition("|")
        [hook] = await self.find([key])
        body = await self._client.execute("HGET", _deliveries_of(key), delivery)
        if hook is None or body is None:
            await self._client.execute("ZREM", keyspace.DUE_DELIVERIES, member)
            return None
        return Due(hook, _deliveries.decode(body))

    async def waiting(self) -> int:
        """Deliveries that have still to be made."""
        count: int = await self._client.execute("ZCARD", keyspace.DUE_DELIVERIES)
        return count

    async def _ask(self, name: str, keys: Sequence[str], *args: Argument) -> Any:
        return await functions.call(self._client, name, list(keys), *args)


def _read(key: str, found: list[bytes | None]) -> Hook | None:
    about, secrets, created, disabled, succeeded = found
    if about is None or secrets is None or created is None:
        return None
    return Hook(
        key,
        _abouts.decode(about),
        _secrets.decode(secrets),
        int(created),
        None if disabled is None else _notices.decode(disabled),
        None if succeeded is None else int(succeeded),
    )


def _hook(key: str) -> str:
    return "{hooks}:h:" + key


def _owned(owner: PlayerId) -> str:
    return "{hooks}:o:" + owner


def _subject(about: About) -> str:
    return _of_player(about.owner) if about.table is None else _of_table(about.table)


def _of_player(player: PlayerId) -> str:
    return "{hooks}:p:" + player


def _of_table(table: TableId) -> str:
    return "{hooks}:t:" + table


def _deliveries_of(key: str) -> str:
    return "{hooks}:d:" + key


def _log(key: str) -> str:
    return "{hooks}:l:" + key
