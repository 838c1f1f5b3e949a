"""Reads the worst case of each Lua function from its comment, and counts the commands of a call."""

import re
from pathlib import Path

from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions

_REGISTERED = re.compile(
    r"register_function\((?:\{ function_name = )?'ludotheque_(\w+)',(?: callback =)? (\w+)"
)
_STATED = r"-- commands: ([\d +*]+)\n(?:--.*\n)*local function {}\("


def stated() -> dict[str, int | None]:
    """Return the worst case in commands that each function states; None where it states none."""
    folder = Path(functions.__file__).parent
    texts = [(folder / name).read_text(encoding="utf-8") for name in functions.FILES]
    return {
        name: _worst(text, function)
        for text in texts
        for name, function in _REGISTERED.findall(text)
    }


def _worst(text: str, function: str) -> int | None:
    found = re.search(_STATED.format(function), text)
    if found is None:
        return None
    return sum(_product(term) for term in found[1].split("+"))


def _product(term: str) -> int:
    result = 1
    for factor in term.split("*"):
        result *= int(factor)
    return result


async def commands_of(client: StoreClient, call: list[Argument]) -> int:
    """Return how many commands the store runs for a call, without the call itself."""
    await client.execute("CONFIG", "RESETSTAT")
    await functions.call_all(client, [call])
    text = (await client.execute("INFO", "commandstats")).decode()
    calls = re.findall(r"^cmdstat_(\S+):calls=(\d+)", text, re.MULTILINE)
    return sum(int(count) for name, count in calls if name not in {"fcall", "config|resetstat"})
