"""Why the embedded store does not run, left by `serve` for the readiness of the API."""

from contextlib import suppress
from pathlib import Path

from msgspec import DecodeError, Struct, json

CAUSE_FILE = "cause.json"


class StoredCause(Struct, frozen=True):
    url: str  # of the store: an API may use another one
    cause: str


def write_cause(directory: Path, url: str, cause: str | None) -> None:
    """Leave the cause, or remove it; on a full disk there may be none."""
    path = directory / CAUSE_FILE
    with suppress(OSError):
        if cause is None:
            path.unlink(missing_ok=True)
        else:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh = path.with_suffix(".new")
            fresh.write_bytes(json.encode(StoredCause(url, cause)))
            fresh.replace(path)


def read_cause(directory: Path, url: str | None) -> str | None:
    """Return why the store with this address does not run; None if that is not known."""
    with suppress(OSError, DecodeError):
        found = json.decode((directory / CAUSE_FILE).read_bytes(), type=StoredCause)
        return found.cause if found.url == url else None
    return None
