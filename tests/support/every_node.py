"""What tests say to every server of a store, be it one or many."""

from typing import Any

from store.client.pipeline import AnyPipe


async def on_every_node(pipe: AnyPipe, *command: str) -> list[Any]:
    return [await server.ask(*command) for server in await pipe.servers()]


async def all_keys(pipe: AnyPipe) -> list[bytes]:
    return sorted(key for keys in await on_every_node(pipe, "KEYS", "*") for key in keys)
