"""Parses the JSON of a bundle: canonical, integers only, every key once."""

import json
from typing import Any

from domain.fairness.chain import canon

LONGEST_NUMBER = 16  # digits; a longer number is not below 2^53


class NotCanonical(Exception):
    """This is not the JSON of a bundle; the message says why."""


def parse(raw: bytes) -> Any:
    """Return the value of canonical JSON; raise NotCanonical for anything else."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise NotCanonical("it is not UTF-8") from None
    value, end = first_value(text, 0)
    if end != len(text):
        raise NotCanonical("something follows where it should end")
    if canon(value) != raw:
        raise NotCanonical("it is not in canonical form (sorted keys, no blanks, short escapes)")
    return value


def first_value(text: str, start: int) -> tuple[Any, int]:
    """Return the value that begins at `start`, and where it ends."""
    try:
        return _decoder.raw_decode(text, start)
    except RecursionError:
        raise NotCanonical("it is nested too deeply") from None
    except ValueError as wrong:  # also raised for numbers too long for Python
        raise NotCanonical(f"it is not JSON: {wrong}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotCanonical(f"the key {twice[:40]!r} stands twice")
    return unique


def _no_float(text: str) -> Any:
    raise NotCanonical(f"{text[:40]} is not a whole number")


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER + text.startswith("-") or abs(int(text)) >= 2**53:
        raise NotCanonical(f"{text[:40]} is too large a number")
    return int(text)


_decoder = json.JSONDecoder(
    parse_float=_no_float, parse_int=_whole, parse_constant=_no_float, object_pairs_hook=_unique
)
