"""What must be atomic runs in the store, from libraries named after the hash of their text."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from redis.exceptions import ResponseError

from eventlog.line import Argument
from eventlog.pipe import Pipe

FILES = (
    "append.lua",
    "deadlines.lua",
    "accounts.lua",
    "audits.lua",
    "shelf.lua",
    "ranking.lua",
    "hooks.lua",
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


def missing(error: Exception) -> bool:
    return isinstance(error, ResponseError) and "Function not found" in str(error)


async def install(pipe: Pipe) -> None:
    """Loading the same text again is harmless: its name is its hash."""
    await pipe.ask_all([("FUNCTION", "LOAD", "REPLACE", text) for text in LIBRARIES])


async def installed(pipe: Pipe) -> bool:
    """All functions are there (libraries are loaded one by one, this one last)."""
    name = LIBRARIES[-1].split("\n", 1)[0].split("name=", 1)[1]
    return bool(await pipe.ask("FUNCTION", "LIST", "LIBRARYNAME", name))


async def ask(pipe: Pipe, name: str, keys: list[Argument], *args: Argument) -> Any:
    """Run a function that may safely run twice."""
    return (await ask_all(pipe, [invocation(name, keys, *args)]))[0]


async def ask_all(pipe: Pipe, invocations: list[list[Argument]]) -> list[Any]:
    try:
        return await pipe.ask_all(invocations)
    except ResponseError as error:
        if not missing(error):
            raise
    await install(pipe)
    return await pipe.ask_all(invocations)


def invocation(name: str, keys: list[Argument], *args: Argument) -> list[Argument]:
    return ["FCALL", function(name), len(keys), *keys, *args]
