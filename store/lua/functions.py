"""What must be atomic runs in the store, from libraries named after the hash of their text."""

import asyncio
from hashlib import sha256
from pathlib import Path
from typing import Any

from redis.exceptions import ResponseError

from application.ports.event_log import StoreUnavailable
from store.client.base import StoreClient
from store.client.connection import Argument
from store.client.replies import is_unreachable, raise_first_error

FILES = (
    "append.lua",
    "deadlines.lua",
    "accounts.lua",
    "audits.lua",
    "table_list.lua",
    "leaderboard.lua",
    "webhooks.lua",
)
PREFIX = "ludotheque_"


def _texts() -> tuple[str, ...]:
    """The libraries; old and new versions have different names, so they live side by side."""
    here = Path(__file__).parent
    texts = [(here / name).read_text(encoding="utf-8") for name in FILES]
    version = sha256("\0".join(texts).encode()).hexdigest()[:12]
    return tuple(text.replace(PREFIX, f"{PREFIX}{version}_") for text in texts)


LIBRARIES = _texts()
_PREFIX = LIBRARIES[0].split("name=", 1)[1].split("append", 1)[0]


def function(name: str) -> str:
    return _PREFIX + name


def is_missing(error: Exception) -> bool:
    return isinstance(error, ResponseError) and "Function not found" in str(error)


async def install(client: StoreClient) -> None:
    """Loading the same text again is harmless: its name is its hash. Who is away has to wait."""
    texts = [("FUNCTION", "LOAD", "REPLACE", text) for text in LIBRARIES]
    loads = [server.execute_all(texts) for server in await client.servers()]
    failures = [
        each
        for each in await asyncio.gather(*loads, return_exceptions=True)
        if isinstance(each, BaseException)
    ]
    for failure in failures:
        if len(failures) == len(loads) or not isinstance(failure, StoreUnavailable):
            raise failure


async def installed(client: StoreClient) -> bool:
    """All functions are there (libraries are loaded one by one, this one last)."""
    name = LIBRARIES[-1].split("\n", 1)[0].split("name=", 1)[1]
    asked = ("FUNCTION", "LIST", "LIBRARYNAME", name)
    return all([await server.execute(*asked) for server in await client.servers()])


async def call(client: StoreClient, name: str, keys: list[Argument], *args: Argument) -> Any:
    """Run a function that may safely run twice."""
    return (await call_all(client, [fcall(name, keys, *args)]))[0]


async def call_all(client: StoreClient, invocations: list[list[Argument]]) -> list[Any]:
    try:
        return await client.execute_all(invocations)
    except ResponseError as error:
        if not is_missing(error):
            raise
    await install(client)
    return await client.execute_all(invocations)


async def call_reachable(client: StoreClient, invocations: list[list[Argument]]) -> list[Any]:
    """The same where each stands for itself: None in place of what nobody is there to answer."""
    try:
        answers = await client.execute_reachable(invocations)
    except ResponseError as error:
        answers = [error]
    if any(isinstance(answer, Exception) and is_missing(answer) for answer in answers):
        await install(client)
        answers = await client.execute_reachable(invocations)
    known = [None if is_unreachable(answer) else answer for answer in answers]
    return raise_first_error(known)


def fcall(name: str, keys: list[Argument], *args: Argument) -> list[Argument]:
    return ["FCALL", function(name), len(keys), *keys, *args]
