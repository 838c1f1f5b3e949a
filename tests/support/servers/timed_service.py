"""A store, an API and timers in real processes, each of which a test may kill or pause."""

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from store.embedded.server import EmbeddedServer
from tests.support.players.callers import calling
from tests.support.servers.processes import Api, Program, serving, working
from tests.support.stores.servers import running
from tests.support.tables.timed_tables import ServiceHeart

# The store of a test may be slow, but the API must notice soon when it is away.
SETTINGS = {"LUDOTHEQUE_STORE_SECONDS": "2"}


@dataclass
class TimedService:
    directory: Path
    store: EmbeddedServer
    api: Api
    timers: Program
    http: httpx.Client
    heart: ServiceHeart

    def kill_store(self) -> None:
        assert self.store.pid is not None
        os.kill(self.store.pid, signal.SIGKILL)
        self.store.stop()

    def send(self, name: str, sign: signal.Signals) -> None:
        """Send a signal to `api`, `timers` or `store`."""
        process: Api | Program | EmbeddedServer = getattr(self, name)
        assert process.pid is not None
        os.kill(process.pid, sign)

    def kill(self, name: str) -> None:
        if name == "store":
            self.kill_store()
        else:
            getattr(self, name).kill()

    def start(self, name: str) -> None:
        getattr(self, name).start()


@contextmanager
def timed_service() -> Iterator[TimedService]:
    with ExitStack() as stack:
        # A short path: the socket of the store must be the same after a restart.
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="timed-")))
        store = stack.enter_context(running("valkey", directory / "store", fsync="always"))
        api = stack.enter_context(serving(store.url, directory, **SETTINGS))
        timers = stack.enter_context(working("timers", store.url, directory, **SETTINGS))
        http = stack.enter_context(calling(api.base))
        heart = stack.enter_context(closing(ServiceHeart(store.url)))
        heart.await_beats()
        yield TimedService(directory, store, api, timers, http, heart)
