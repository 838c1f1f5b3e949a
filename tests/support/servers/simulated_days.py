"""A store, an API and timers in real processes, whose clocks a test moves together."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from store.embedded.server import EmbeddedServer
from tests.support.servers.moved_clock import AHEAD, MODULE
from tests.support.servers.processes import Api, Program
from tests.support.servers.shifted_clock import ShiftedClock
from tests.support.tables.timed_tables import ServiceHeart

HOUR_MS = 3_600_000


class SimulatedDays:
    def __init__(self, store: EmbeddedServer, directory: Path) -> None:
        self._file = directory / "ahead"
        self._clock = ShiftedClock(store.url)
        self._heart = ServiceHeart(store.url)
        self._ms = 0
        self._set()
        env = {AHEAD: str(self._file)}
        self.api = Api(store.url, directory, MODULE, "api", **env)
        words = [MODULE, "workers", "work", "timers"]
        self.timers = Program(words, store.url, directory / "timers.log", **env)

    def start(self) -> None:
        self.api.start()
        self.timers.start()
        self._heart.await_beats()

    def wait(self, hours: float) -> None:
        """Let so much time pass, and wait until nobody takes the jump for an outage."""
        self._ms += round(hours * HOUR_MS)
        self._set()
        self._heart.await_beats()

    def restart(self) -> None:
        self.timers.kill()
        self.api.kill()
        self.start()

    def _set(self) -> None:
        fresh = self._file.with_suffix(".new")
        fresh.write_text(str(self._ms))
        fresh.replace(self._file)
        self._clock.set_wrong_by(self._ms)

    def close(self) -> None:
        self.timers.stop()
        self.api.stop()
        self._heart.close()
        self._clock.close()


@contextmanager
def simulated_days(store: EmbeddedServer, directory: Path) -> Iterator[SimulatedDays]:
    with closing(SimulatedDays(store, directory)) as days:
        days.start()
        yield days
