"""Runs Lua functions in the store: what must be atomic is one call of one of them.

A library has the hash of all texts in its name, so that old and new versions live side by side.
"""

import asyncio
from hashlib import sha256
from pathlib import Path
from typing import Any

from redis.exceptions import ResponseError

from application.ports.event_log import StoreUnavailable
from store.client.base import StoreClient
from store.client.connection import Argument
from store.client.format import require_format
from store.client.replies import is_unreachable, raise_first_error

FILES: dict[str, tuple[str, ...]] = {  # each library, and the files put before its text
    "append.lua": ("common.lua", "append_arguments.lua"),
    "deadlines.lua": ("common.lua",),
    "heartbeat.lua": ("common.lua",),
    "accounts.lua": ("common.lua", "account_helpers.lua"),
    "tokens.lua": ("common.lua", "account_helpers.lua"),
    "audits.lua": ("common.lua",),
    "public_log.lua": ("common.lua",),
    "snapshots.lua": ("common.lua",),
    "archive.lua": ("common.lua",),
    "table_list.lua": ("common.lua", "read_model.lua", "feed_readers.lua"),
    "notices.lua": ("common.lua", "feed_readers.lua"),
    "leaderboard.lua": ("common.lua", "read_model.lua", "feed_readers.lua"),
    "quotas.lua": ("common.lua",),
    "used_once.lua": ("common.lua",),
    "seeks.lua": ("common.lua", "seek_records.lua"),
    "matches.lua": ("common.lua", "seek_records.lua"),
    "webhooks.lua": ("common.lua",),
    "deliveries.lua": ("common.lua", "delivery_queue.lua"),
    "redelivery.lua": ("common.lua", "delivery_queue.lua"),
}
PREFIX = "ludotheque_"


def _texts() -> tuple[str, ...]:
    texts = [_text(name, before) for name, before in FILES.items()]
    version = sha256("\0".join(texts).encode()).hexdigest()[:12]
    return tuple(text.replace(PREFIX, f"{PREFIX}{version}_") for text in texts)


def _text(name: str, before: tuple[str, ...]) -> str:
    """Return the text of a library: its first line names it, so the helpers come second."""
    folder = Path(__file__).parent
    first_line, _, rest = (folder / name).read_text(encoding="utf-8").partition("\n")
    helpers = [(folder / each).read_text(encoding="utf-8") for each in before]
    return "\n".join([first_line, *helpers, rest])


LIBRARIES = _texts()
_LAST_LIBRARY = LIBRARIES[-1].split("\n", 1)[0].split("name=", 1)[1]
_PREFIX = LIBRARIES[0].split("name=", 1)[1].split("append", 1)[0]


def name_of(function: str) -> str:
    """Return the name under which the store has a function of this version."""
    return _PREFIX + function


def fcall(name: str, keys: list[Argument], *args: Argument) -> list[Argument]:
    """Return the command that calls a function."""
    return ["FCALL", _PREFIX + name, len(keys), *keys, *args]


def is_missing(error: Exception) -> bool:
    """Return whether this error says that the functions are not loaded."""
    return isinstance(error, ResponseError) and "Function not found" in str(error)


async def install(client: StoreClient) -> None:
    """Load the libraries on every server that is reachable; loading them again is harmless.

    Raises OtherFormat, so no function of this release ever runs beside another format.
    """
    await require_format(client)
    await load(client)


async def load(client: StoreClient) -> None:
    """Load the libraries beside whatever the store holds, for its upgrade."""
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
    """Return whether the last library is loaded: they are loaded in order."""
    command = ("FUNCTION", "LIST", "LIBRARYNAME", _LAST_LIBRARY)
    return all([await server.execute(*command) for server in await client.servers()])


async def call(client: StoreClient, name: str, keys: list[Argument], *args: Argument) -> Any:
    """Return the reply of a function that is safe to run twice."""
    return (await call_all(client, [fcall(name, keys, *args)]))[0]


async def call_all(client: StoreClient, calls: list[list[Argument]]) -> list[Any]:
    """Return the replies of functions that are safe to run twice; load them if they are missing."""
    try:
        return await client.execute_all(calls)
    except ResponseError as error:
        if not is_missing(error):
            raise
    await install(client)
    return await client.execute_all(calls)


async def call_reachable(client: StoreClient, calls: list[list[Argument]]) -> list[Any]:
    """Return the replies, with None in place of each that no server could give.

    Raises StoreUnavailable if no server is reachable.
    """
    try:
        replies = await client.execute_reachable(calls)
    except ResponseError as error:
        replies = [error]
    if any(isinstance(reply, Exception) and is_missing(reply) for reply in replies):
        await install(client)
        replies = await client.execute_reachable(calls)
    return raise_first_error([None if is_unreachable(reply) else reply for reply in replies])
