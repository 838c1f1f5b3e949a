"""Keeps the simulated store running, with the policy of the supervisor for its embedded store."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from application.settings import Settings
from store.embedded.failure import CannotStart
from tests.simulation.loop import VirtualLoop
from tests.simulation.store.server import SimulatedServer
from workers.supervisor import store as supervised


class SimulatedEmbeddedServer:
    """A server process as the supervisor sees it: launched, loading, answering, ended."""

    def __init__(self, loop: VirtualLoop, server: SimulatedServer, rng: Random) -> None:
        self._loop, self._server, self._rng = loop, server, rng
        self.url, self.queue_url = "simulated://store", "simulated://queue"
        self.directory = Path("simulated")
        self.progress = None
        self.pid: int | None = None
        self._pids = 0
        self._ended = False

    def launch(self, options: Any) -> None:
        self._pids += 1
        self.pid, self._ended = self._pids, False
        launched = self._pids
        seconds = self._rng.uniform(0.2, 1.0)  # for its history
        self._loop.call_later(seconds, self._loaded, launched)

    def _loaded(self, launched: int) -> None:
        if self.pid == launched and not self._ended:
            self._server.up = True

    def kill(self) -> None:
        self._server.stop()
        self._ended = True

    def has_ended(self) -> bool:
        return self._ended

    def answers(self) -> bool:
        return self._server.up

    def failure(self) -> CannotStart:
        return CannotStart("it was killed")

    def end(self, sign: object) -> None:
        self._server.stop()
        self.pid = None

    def stop(self) -> None:
        self.end(None)


class _Nothing:
    """In the place of the lock and the guard of a directory that is not there."""

    def __init__(self, *_: Any, **__: Any) -> None:
        return

    def options(self) -> dict[str, str]:
        return {}

    def end_orphans(self) -> None:
        return

    def look(self) -> None:
        return


class StoreKeeper:
    def __init__(self, loop: VirtualLoop, server: SimulatedServer, rng: Random) -> None:
        server.up = False
        self._process = SimulatedEmbeddedServer(loop, server, rng)
        self._given_up = False
        with ExitStack() as stack:
            for name, stand_in in self._stand_ins().items():
                stack.enter_context(patch.object(supervised, name, stand_in))
            self._store = supervised.EmbeddedStore(Settings(), lambda _: None)

    def _stand_ins(self) -> dict[str, Callable[..., Any]]:
        return {
            "DirectoryLock": _Nothing,
            "DiskGuard": _Nothing,
            "RoomWatch": _Nothing,
            "default_maxmemory": lambda: 0,
            "EmbeddedServer": lambda *_, **__: self._process,
        }

    def kill(self) -> None:
        self._process.kill()

    def tick(self) -> None:
        """Let the supervisor look after the store, unless it has given up."""
        if not self._given_up:
            try:
                with patch.object(supervised, "write_cause", _Nothing):  # there is no directory
                    self._store.tick()
            except supervised.CannotServe:
                self._given_up = True
