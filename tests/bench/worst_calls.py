"""How long the store is busy with one call of each Lua function whose keys are full."""

import asyncio
import re

from openapi.load.own_server import own_store
from store.client.base import StoreClient
from store.lua import functions
from store.opening.factory import open_client
from tests.bench.result import Result, Show
from tests.support.servers.processes import PATIENCE
from tests.support.stores.worst_cases import lists, plain, seeks
from tests.support.stores.worst_cases.stated import stated

ROUNDS, SHOWN = 3, 8  # the best of so many rounds; the slowest functions
TARGET = 50.0  # ms: others wait so long for the store


def measure(show: Show) -> list[Result]:
    with own_store() as server:
        return asyncio.run(_measure(server.url, show))


async def _measure(url: str, show: Show) -> list[Result]:
    client = open_client(url, PATIENCE)
    await functions.install(client)
    took: dict[str, float] = {}
    for name in stated():
        show(name)
        took[name] = min([await _milliseconds(client, name) for _ in range(ROUNDS)])
    await client.aclose()
    slowest = sorted(took, key=lambda name: took[name], reverse=True)[:SHOWN]
    return [
        Result(
            f"worst call: {name}, {stated()[name]} commands", took[name], "ms", TARGET, "at most"
        )
        for name in slowest
    ]


async def _milliseconds(client: StoreClient, name: str) -> float:
    await client.execute("FLUSHDB")
    made = {case.__name__: case for case in seeks.CASES}
    others = {**plain.CASES, **lists.CASES}
    call = await (made[name](client) if name in made else others[name].fill(client, name))
    await client.execute("CONFIG", "RESETSTAT")
    await client.execute(*call)
    text = (await client.execute("INFO", "commandstats")).decode()
    [usec] = re.findall(r"^cmdstat_fcall:calls=1,usec=(\d+)", text, re.MULTILINE)
    return int(usec) / 1000
