"""What the append-only files look like from outside, to notice that they were changed."""

from contextlib import suppress
from pathlib import Path

from store.embedded.aof.check import AOF_DIRECTORY


def fingerprint(directory: Path) -> tuple[tuple[str, int, int], ...]:
    """Return name, size and time of change of each append-only file of a store."""
    found = []
    with suppress(OSError):
        for path in sorted((directory / AOF_DIRECTORY).iterdir()):
            state = path.stat()
            found.append((path.name, state.st_size, state.st_mtime_ns))
    return tuple(found)
