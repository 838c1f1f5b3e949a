"""Puts simulated connections in the place of real ones for URLs that begin with `simulated://`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from store.client.connection import Connection, ignored
from tests.simulation.store.server import SERVERS, SimulatedConnection, SimulatedServer

SCHEME = "simulated://"
USERS = ("store.client.pipeline", "store.feeds.tail", "store.feeds.follower")


def _connection(
    url: str, seconds: float, on_error: Callable[[Exception], None] = ignored
) -> Connection:
    kind = SimulatedConnection if url.startswith(SCHEME) else Connection
    return kind(url, seconds, on_error)


@contextmanager
def served(url: str, server: SimulatedServer) -> Iterator[SimulatedServer]:
    """Serve a simulated store at this URL for connections that the product opens."""
    SERVERS[url] = server
    patches = [patch(f"{module}.Connection", _connection) for module in USERS]
    for each in patches:
        each.start()
    try:
        yield server
    finally:
        for each in patches:
            each.stop()
        del SERVERS[url]
