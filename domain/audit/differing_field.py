"""Where two values differ: the name of the first field, as findings name it."""

from typing import Any

from msgspec import json


def first_field(one: bytes, other: bytes, name: str) -> str:
    """Return the path of the first field in which two canonical JSON texts differ."""
    return _path(json.decode(one), json.decode(other), name)


def _path(one: Any, other: Any, path: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            if one.get(key, path) != other.get(key, path):
                return _path(one.get(key), other.get(key), f"{path}.{key}")
    return path
