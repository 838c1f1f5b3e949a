"""Two API processes with low quotas on one store."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import check_documented
from tests.support.players.callers import calling
from tests.support.servers.processes import serving

QUOTAS = {
    "LUDOTHEQUE_TABLES_PER_PLAYER": "3",
    "LUDOTHEQUE_BOT_TABLES_PER_PLAYER": "1",
    "LUDOTHEQUE_SEAT_CHANGES": "30/h",
    "LUDOTHEQUE_EVENTS_BEFORE_START": "12",
    "LUDOTHEQUE_AUDITS": "2/h",
    "LUDOTHEQUE_FORKS": "2/h",
    "LUDOTHEQUE_WEBHOOKS_PER_PLAYER": "2",
    "LUDOTHEQUE_PUBLIC_WEBHOOKS_PER_ADDRESS": "3",
    "LUDOTHEQUE_SEEKS_PER_PLAYER": "5",
    "LUDOTHEQUE_STREAMS_PER_TOKEN": "2",
    "LUDOTHEQUE_PLAYERS_PER_ADDRESS": "2",
    "LUDOTHEQUE_LARGE_ADDRESSES": "127.0.0.0/8=1000 192.0.2.200=3",
    "LUDOTHEQUE_STREAMS_PER_TABLE": "5",
    "LUDOTHEQUE_STREAM_SECONDS": "60",
    "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1",
    "LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1",
}


@pytest.fixture(scope="package")
def both(store: EmbeddedServer, directory: Path) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """Clients of two processes with low quotas on one store."""
    with ExitStack() as stack:
        processes = [
            stack.enter_context(serving(store.url, directory / "quotas", **QUOTAS))
            for _ in range(2)
        ]
        one, two = (
            stack.enter_context(calling(process.base, check_documented)) for process in processes
        )
        yield one, two
        assert [process.errors for process in processes] == ["", ""]


@pytest.fixture
def here(both: tuple[httpx.Client, httpx.Client]) -> httpx.Client:
    return both[0]
