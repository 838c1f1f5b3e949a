"""Webhooks and their deliveries, as they are stored; nothing is sent here."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import json

from application.ports.webhooks import (
    About,
    Delivery,
    DeliveryRef,
    Disabled,
    Due,
    Hook,
    Secret,
    WebhookStore,
)
from domain.kernel.ids import PlayerId, TableId
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.keyspace import DUE_DELIVERIES
from store.lua import functions

MOST_DELIVERIES = 100  # kept of each webhook
FIELDS = ("body", "secrets", "created", "disabled", "succeeded")

_about, _secrets = json.Decoder(About), json.Decoder(tuple[Secret, ...])
_disabled, _delivery = json.Decoder(Disabled), json.Decoder(Delivery)


class RedisWebhookStore(WebhookStore):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def add(self, key: str, about: About, secret: Secret, most: int) -> Hook | None:
        secrets = (secret,)
        bodies = (json.encode(about), json.encode(secrets))
        created: int = await self._call("add_webhook", _listed_in(key, about), key, most, *bodies)
        return Hook(key, about, secrets, created) if created else None

    async def remove(self, hook: Hook) -> None:
        keys = [*_listed_in(hook.id, hook.about), *_deliveries_of(hook.id), DUE_DELIVERIES]
        await self._call("remove_webhook", keys, hook.id)

    async def of(self, owner: PlayerId) -> list[Hook]:
        ids = await self._client.execute("SMEMBERS", keyspace.webhooks_of_owner(owner))
        hooks = await self.find([key.decode() for key in ids])
        return sorted((hook for hook in hooks if hook), key=lambda hook: (hook.created, hook.id))

    async def find(self, ids: Sequence[str]) -> list[Hook | None]:
        commands = [("HMGET", keyspace.webhook(key), *FIELDS) for key in ids]
        found = await self._client.execute_all(commands)
        return [_decoded(key, fields) for key, fields in zip(ids, found, strict=True)]

    async def about(self, table: TableId, players: Iterable[PlayerId]) -> list[Hook]:
        concerned = map(keyspace.webhooks_of_player, dict.fromkeys(players))
        subjects = [keyspace.webhooks_of_table(table), *concerned]
        found = await self._client.execute_all([("SMEMBERS", subject) for subject in subjects])
        ids = dict.fromkeys(key.decode() for members in found for key in members)
        return [hook for hook in await self.find(list(ids)) if hook] if ids else []

    async def rotate(self, hook: Hook, secrets: tuple[Secret, ...]) -> bool:
        seen, new = json.encode(hook.secrets), json.encode(secrets)
        return bool(await self._call("rotate_webhook", [keyspace.webhook(hook.id)], seen, new))

    async def notify(self, hook: Hook, delivery: Delivery, happened: int) -> bool:
        keys = [keyspace.webhook(hook.id), *_deliveries_of(hook.id), DUE_DELIVERIES]
        arguments = (hook.id, delivery.id, happened, json.encode(delivery), MOST_DELIVERIES)
        return bool(await self._call("notify_webhook", keys, *arguments))

    async def settle(
        self, hook: Hook, delivery: Delivery, again_ms: int | None, disabled: Disabled | None
    ) -> None:
        keys = [keyspace.webhook(hook.id), keyspace.deliveries(hook.id), DUE_DELIVERIES]
        again, why = "" if again_ms is None else again_ms, json.encode(disabled) if disabled else ""
        body, delivered = json.encode(delivery), int(delivery.status == "delivered")
        arguments = (hook.id, delivery.id, body, again, why, delivered)
        await self._call("settle_webhook", keys, *arguments)

    async def deliveries(self, key: str) -> list[Delivery]:
        ids = await self._client.execute("ZREVRANGE", keyspace.delivery_times(key), 0, -1)
        if not ids:
            return []
        found = await self._client.execute("HMGET", keyspace.deliveries(key), *ids)
        return [_delivery.decode(body) for body in found if body is not None]

    async def due(self, member: DeliveryRef) -> Due | None:
        key, _, delivery = member.partition("|")
        [hook] = await self.find([key])
        body = await self._client.execute("HGET", keyspace.deliveries(key), delivery)
        if hook is None or body is None:
            await self._client.execute("ZREM", DUE_DELIVERIES, member)
            return None
        return Due(hook, _delivery.decode(body))

    async def waiting(self) -> int:
        count: int = await self._client.execute("ZCARD", DUE_DELIVERIES)
        return count

    async def _call(self, name: str, keys: Sequence[str], *args: Argument) -> Any:
        return await functions.call(self._client, name, list(keys), *args)


def _decoded(key: str, fields: list[bytes | None]) -> Hook | None:
    about, secrets, created, disabled, succeeded = fields
    if about is None or secrets is None or created is None:
        return None
    return Hook(
        key,
        _about.decode(about),
        _secrets.decode(secrets),
        int(created),
        None if disabled is None else _disabled.decode(disabled),
        None if succeeded is None else int(succeeded),
    )


def _listed_in(key: str, about: About) -> tuple[str, str, str]:
    """Return the key of a webhook and those of the two sets that list it."""
    subject = (
        keyspace.webhooks_of_player(about.owner)
        if about.table is None
        else keyspace.webhooks_of_table(about.table)
    )
    return keyspace.webhook(key), keyspace.webhooks_of_owner(about.owner), subject


def _deliveries_of(key: str) -> tuple[str, str]:
    return keyspace.deliveries(key), keyspace.delivery_times(key)
