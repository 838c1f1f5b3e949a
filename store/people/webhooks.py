"""Webhooks and their deliveries, as they are stored; nothing is sent here."""

from collections.abc import Sequence
from typing import Any

from msgspec import json

from application.ports.webhooks import (
    NO_LIMIT,
    About,
    Delivery,
    DeliveryClaim,
    DueWebhook,
    Hook,
    MostPublic,
    Overflow,
    Pull,
    Redelivered,
    Redelivery,
    Secret,
    Settled,
    TooManyPublic,
    WebhookStore,
)
from domain.kernel.ids import PlayerId
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions
from store.people import people_keys
from store.people.people_keys import (
    ALL_WEBHOOKS,
    DUE_PUBLIC_WEBHOOKS,
    DUE_WEBHOOKS,
    PUBLIC_WEBHOOKS,
    WEBHOOK_REVISION,
)
from store.people.webhook_codec import FIELDS, decode_delivery, decode_hook, encode_body

OF_ADDRESS = -2  # reply of add_webhook
TOO_MANY = 2  # reply of notify_webhook
COMPLETE = "*"  # in the set of all webhooks: no webhook is missing in it
PAGE = 1_000  # keys that a scan looks at in one step


class RedisWebhookStore(WebhookStore):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def add(
        self, key: str, about: About, secret: Secret, most: int, public: MostPublic = NO_LIMIT
    ) -> Hook | None:
        secrets = (secret,)
        bodies = (json.encode(about), json.encode(secrets))
        owned = people_keys.webhooks_of_owner(about.owner)
        keys = [people_keys.webhook(key), owned, ALL_WEBHOOKS, WEBHOOK_REVISION]
        if about.lobby:
            keys += [PUBLIC_WEBHOOKS, people_keys.webhooks_at_address(about.address)]
        created: int = await self._call("add_webhook", keys, key, most, *bodies, *public)
        if created < 0:
            raise TooManyPublic(at_address=created == OF_ADDRESS)
        return Hook(key, about, secrets, created) if created else None

    async def remove(self, hook: Hook) -> None:
        sets = [people_keys.webhooks_of_owner(hook.about.owner), ALL_WEBHOOKS, PUBLIC_WEBHOOKS]
        address = people_keys.webhooks_at_address(hook.about.address)
        *own, due = _keys(hook.id, hook.about.lobby)
        keys = [*sets, address, WEBHOOK_REVISION, due, *own]
        await self._call("remove_webhook", keys, hook.id)

    async def of(self, owner: PlayerId) -> list[Hook]:
        ids = await self._client.execute("SMEMBERS", people_keys.webhooks_of_owner(owner))
        hooks = await self.find([key.decode() for key in ids])
        return sorted((hook for hook in hooks if hook), key=lambda hook: (hook.created, hook.id))

    async def find(self, ids: Sequence[str]) -> list[Hook | None]:
        commands = [("HMGET", people_keys.webhook(key), *FIELDS) for key in ids]
        found = await self._client.execute_all(commands)
        return [decode_hook(key, fields) for key, fields in zip(ids, found, strict=True)]

    async def revision(self) -> int:
        return int(await self._client.execute("GET", WEBHOOK_REVISION) or 0)

    async def every(self) -> list[Hook]:
        """Return all webhooks; those of 0.3.0 are added to the set of all first."""
        if not await self._client.execute("SISMEMBER", ALL_WEBHOOKS, COMPLETE):
            await self._list_all()
        listed = await self._client.execute("SMEMBERS", ALL_WEBHOOKS)
        ids = sorted(key.decode() for key in listed)
        found = await self.find([key for key in ids if key != COMPLETE])
        return [hook for hook in found if hook is not None]

    async def queued(self, hook: Hook) -> int:
        count: int = await self._client.execute("ZCARD", people_keys.delivery_keys(hook.id)[3])
        return count

    async def rotate(self, hook: Hook, secrets: tuple[Secret, ...]) -> bool:
        seen, new = json.encode(hook.secrets), json.encode(secrets)
        return bool(await self._call("rotate_webhook", [people_keys.webhook(hook.id)], seen, new))

    async def notify(
        self, hook: Hook, delivery: Delivery, happened: int, most: int, overflow: Overflow
    ) -> bool:
        bodies = (encode_body(delivery), encode_body(overflow.delivery))
        arguments = (hook.id, delivery.id, happened, _turn_at(delivery), most, *bodies)
        reason = json.encode(overflow.disabled)
        keys = _keys(hook.id, hook.about.lobby)
        reply: int = await self._call("notify_webhook", keys, *arguments, reason)
        return reply != TOO_MANY

    async def pull(self, pulls: Sequence[Pull], room: int) -> list[tuple[int, bool] | None]:
        calls = [
            functions.fcall(
                "pull_notices",
                [*_keys(hook.id, public=True)],
                *(hook.id, hook.cursor or "", reached, room),
                *(w for each in new for w in (each.id, _turn_at(each), encode_body(each))),
            )
            for hook, reached, new in pulls
        ]
        replies = await functions.call_all(self._client, calls)
        return [None if each is None else (each[0], bool(each[1])) for each in replies]

    async def claim(self, due: DueWebhook, lease_ms: int, token: str) -> DeliveryClaim | None:
        arguments = (due.id, due.seen, lease_ms, token, *FIELDS)
        reply = await self._call("claim_delivery", _keys(due.id, due.public), *arguments)
        if reply is None:
            return None
        _, text, fields = reply
        hook = decode_hook(due.id, fields)
        return None if hook is None else DeliveryClaim(hook, decode_delivery(text), token)

    async def settle(self, claim: DeliveryClaim, settled: Settled) -> None:
        delivery, disabled = settled.delivery, settled.disabled
        await self._call(
            "settle_delivery",
            _keys(claim.hook.id, claim.hook.about.lobby),
            *(claim.hook.id, delivery.id, claim.token),
            *(delivery.status, delivery.tries, encode_body(delivery), settled.again_ms),
            *(_turn_at(delivery), settled.failures),
            "" if settled.failing_since is None else settled.failing_since,
            settled.pause_ms,
            json.encode(disabled) if disabled else "",
        )

    async def deliveries(
        self, key: str, limit: int, before: int | None = None
    ) -> list[tuple[int, Delivery]]:
        newest = "+inf" if before is None else f"({before}"
        order = ("BYSCORE", "REV", "LIMIT", 0, limit, "WITHSCORES")
        places = people_keys.delivery_places(key)
        flat = await self._client.execute("ZRANGE", places, newest, "-inf", *order)
        if not flat:
            return []
        found = await self._client.execute("HMGET", people_keys.deliveries(key), *flat[::2])
        return [
            (int(place), decode_delivery(text))
            for place, text in zip(flat[1::2], found, strict=True)
            if text is not None
        ]

    async def delivery(self, key: str, delivery: str) -> Delivery | None:
        text = await self._client.execute("HGET", people_keys.deliveries(key), delivery)
        return None if text is None else decode_delivery(text)

    async def enable(self, hook: Hook) -> None:
        await self._call("enable_webhook", _keys(hook.id, hook.about.lobby), hook.id)

    async def redeliver(self, hook: Hook, delivery: str, most: int) -> Redelivery:
        keys = _keys(hook.id, hook.about.lobby)
        reply = await self._call("redeliver", keys, hook.id, most, delivery)
        answer: Redelivery = reply.decode()
        return answer

    async def redeliver_failed(self, hook: Hook, most: int) -> Redelivered | None:
        keys = _keys(hook.id, hook.about.lobby)
        reply = await self._call("redeliver_failed", keys, hook.id, most)
        return None if reply is None else Redelivered(*reply)

    async def waiting(self) -> int:
        lanes = [("ZCARD", each) for each in (DUE_WEBHOOKS, DUE_PUBLIC_WEBHOOKS)]
        return sum(await self._client.execute_all(lanes))

    async def _list_all(self) -> None:
        """Add the webhooks that 0.3.0 has created to the set of all, which it did not have."""
        for server in await self._client.servers():
            cursor = b"0"
            while True:
                pattern = ("MATCH", people_keys.webhook("*"), "COUNT", PAGE)
                cursor, names = await server.execute("SCAN", cursor, *pattern)
                if names:
                    await self._list([name.decode().rpartition(":")[2] for name in names])
                if cursor == b"0":
                    break
        await self._client.execute("SADD", ALL_WEBHOOKS, COMPLETE)

    async def _list(self, ids: list[str]) -> None:
        """Add webhooks to the set of all, but not those that were deleted meanwhile."""
        await self._client.execute("SADD", ALL_WEBHOOKS, *ids)
        found = zip(ids, await self.find(ids), strict=True)
        if gone := [key for key, hook in found if hook is None]:
            await self._client.execute("SREM", ALL_WEBHOOKS, *gone)

    async def _call(self, name: str, keys: Sequence[str], *args: Argument) -> Any:
        return await functions.call(self._client, name, list(keys), *args)


def _keys(key: str, public: bool) -> list[str]:
    """Return the keys that every function of `deliveries.lua` takes."""
    due = DUE_PUBLIC_WEBHOOKS if public else DUE_WEBHOOKS
    return [*people_keys.delivery_keys(key), due]


def _turn_at(delivery: Delivery) -> str:
    """Return what a newer turn, or a newer notice of the feed, of a table supersedes, or ''."""
    if delivery.table is None or delivery.event not in ("your_turn", "feed"):
        return ""
    return delivery.table if delivery.event == "your_turn" else f"feed:{delivery.table}"
