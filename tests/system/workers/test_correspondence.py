"""A correspondence game over simulated days: a player misses a day, and the server restarts."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.histories.verifiers import by_one_file, by_rules
from tests.support.players.callers import calling
from tests.support.servers.moved_clock import AHEAD, MODULE
from tests.support.servers.processes import PATIENCE, Api, Program, until
from tests.support.servers.shifted_clock import ShiftedClock
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, start_table
from tests.support.tables.timed_tables import ASKED, MOVED, TIMED_OUT, ServiceHeart, seconds

HOUR_MS = 3_600_000

DAY = 24 * 3600
RESTART = 2 * PATIENCE  # seconds that it takes at most
GAME = "asterix"  # both players choose at the same time
ANNE, BOB = 0, 1


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


@pytest.fixture
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedDays]:
    folder = tmp_path_factory.mktemp("days")
    with running("valkey", folder / "store") as store, simulated_days(store, folder) as server:
        yield server


@pytest.fixture
def http(days: SimulatedDays) -> Iterator[httpx.Client]:
    with calling(days.api.base) as client:
        yield client


def answer(table: HttpTable, seat: int) -> None:
    played = table.send(table.people[seat], table.listed(table.people[seat]))
    assert played.status_code == 200, played.text


def decision(table: HttpTable) -> Any:
    return table.seen()["decision"]


def test_two_people_play_over_days_and_one_misses_a_day(
    days: SimulatedDays, http: httpx.Client
) -> None:
    clock = {"kind": "correspondence", "days": 1}
    table = start_table(http, 2, game=GAME, clock=clock, options={"rounds": 2})
    assert table.seen()["clock"] == clock
    answer(table, ANNE)
    days.wait(hours=20)
    assert decision(table)["seats"] == [BOB]
    answer(table, BOB)

    second = decision(table)
    assert second["seats"] == [ANNE, BOB]
    days.wait(hours=3)
    days.restart()
    answer(table, BOB)
    days.wait(hours=20)
    assert table.events(TIMED_OUT) == []
    days.wait(hours=1.5)
    [late] = until(lambda: table.events(TIMED_OUT))
    assert late["data"] == {"seat": ANNE, "running": 1}
    assert seconds(late["at"]) >= seconds(second["deadline"])

    answer(table, BOB)
    days.wait(hours=10)
    answer(table, ANNE)
    assert len(table.events(TIMED_OUT)) == 1
    for moved in table.events(MOVED):  # the restart may take long enough to be an outage
        assert seconds(moved["data"]["deadline"]) < seconds(second["deadline"]) + RESTART
    for asked in table.events(ASKED):
        assert seconds(asked["data"]["deadline"]) == pytest.approx(seconds(asked["at"]) + DAY)
    assert table.people[ANNE].post(f"{table.path}/resign").is_success
    history = table.host.get(f"{table.path}/history", headers={"Accept": "application/x-ndjson"})
    assert (by_rules(history.content), by_one_file(history.content)) == (None, None)
