"""An API process with limits that are low enough for tests to reach."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import Api, serving

TIGHT_LIMITS = {
    "LUDOTHEQUE_HEARTBEAT_SECONDS": "0.2",
    "LUDOTHEQUE_SLOW_SECONDS": "3",
    "LUDOTHEQUE_STREAMS_PER_TOKEN": "2",
    "LUDOTHEQUE_STREAMS_PER_ADDRESS": "4",
    "LUDOTHEQUE_STREAMS": "4",
    "LUDOTHEQUE_SEEKS_PER_PLAYER": "2",
    "LUDOTHEQUE_SEEK_SECONDS": "2",
    "LUDOTHEQUE_REQUEST_SECONDS": "3",
    "LUDOTHEQUE_CORS_ORIGINS": "https://board.example,https://other.example",
}


@contextmanager
def serving_with_tight_limits(store: EmbeddedServer, directory: Path, **env: str) -> Iterator[Api]:
    directory.mkdir(parents=True, exist_ok=True)
    with serving(store.url, directory, **{**TIGHT_LIMITS, **env}) as process:
        yield process
        assert process.errors == ""
