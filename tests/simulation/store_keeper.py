"""Keeps the simulated store running, as the supervisor keeps the embedded one."""

from random import Random

from tests.simulation.loop import VirtualLoop
from tests.simulation.store.server import SimulatedServer


class StoreKeeper:
    def __init__(self, loop: VirtualLoop, server: SimulatedServer, rng: Random) -> None:
        self._loop = loop
        self._server = server
        self._rng = rng
        self._loaded_at: float | None = None

    def kill(self) -> None:
        self._server.stop()
        self._loaded_at = None

    def tick(self) -> None:
        """Start the store if it has died; it answers when its history is loaded."""
        if self._server.up:
            return
        if self._loaded_at is None:
            self._loaded_at = self._loop.time() + self._rng.uniform(0.2, 1.0)
        elif self._loop.time() >= self._loaded_at:
            self._loaded_at = None
            self._server.up = True
