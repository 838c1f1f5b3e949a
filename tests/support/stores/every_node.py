"""Commands to every server of a store: the only one, or all nodes of a cluster."""

from typing import Any

from store.client.base import StoreClient


async def on_every_node(client: StoreClient, *command: str) -> list[Any]:
    return [await server.execute(*command) for server in await client.servers()]


async def all_keys(client: StoreClient) -> list[bytes]:
    return sorted(key for keys in await on_every_node(client, "KEYS", "*") for key in keys)
