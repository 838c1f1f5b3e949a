"""Record what a player among bots sees at a real server, decision by decision."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import httpx

from domain.kernel.messages import Value
from tests.support.servers.polling import PATIENCE


class Setup(Value, frozen=True):
    """A table to record: the game, its seats, its options and the seed of the choices."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int = 1

    def __str__(self) -> str:
        return "-".join((self.game, str(self.seats), *self.options))


SETUPS = (
    Setup("gumball_rally", 5, {}),
    Setup("galopp_royal", 4, {"races": 2}),
    Setup("bug_race", 4, {}),
    Setup("asterix", 4, {"rounds": 1, "auto_pirates": False}),
    Setup("gasterospeed", 4, {"circuits": ["raid_chataigne"]}),
)
VARIANTS = (
    Setup("galopp_royal", 3, {"races": 2, "crafty_mode": "seed_literal"}),
    Setup("bug_race", 3, {"expert": True}),
    Setup("gasterospeed", 2, {"circuits": ["dedale_au_pode"]}),
    Setup(
        "gasterospeed", 3, {"circuits": ["speed_cuisine", "star_got"], "operation_ninjagot": True}
    ),
)
MOST = 70  # moments of a table


class Moment(Value, frozen=True):
    """The answers of the server that a page draws from, and the events since the moment before."""

    table: dict[str, Any]
    actions: dict[str, Any]  # in English
    french: dict[str, Any]  # the same actions
    events: list[dict[str, Any]]


class Recorded(NamedTuple):
    """The components of a game and the moments of one of its tables."""

    components: dict[str, Any]
    moments: list[Moment]


class Recorder:
    """A guest who plays at random among bots."""

    def __init__(self, url: str, setup: Setup) -> None:
        self._http = httpx.Client(base_url=url)
        self._token = ""
        self._token = self.done("POST", "/v1/players", {"name": "Anne"})["token"]
        opening = {"game": setup.game, "seats": setup.seats, "clock": None, "sit": True}
        opening["options"] = setup.options
        self.path = f"/v1/tables/{self.done('POST', '/v1/tables', opening)['id']}"
        for seat in range(1, setup.seats):
            self.done("POST", f"{self.path}/seats", {"bot": ("greedy", "random")[seat % 2]})
        self.done("POST", f"{self.path}/start")
        self._choice = Random(setup.seed)
        self._after = 0

    def done(self, method: str, path: str, body: Any = None) -> Any:
        answer = self._ask(method, path, body)
        assert answer.is_success, answer.text
        return answer.json()

    def _ask(self, method: str, path: str, body: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        return self._http.request(method, path, json=body, headers=headers)

    def moments(self, most: int) -> Iterator[Moment]:
        """Play on at random, and yield what the player sees before each choice and at the end."""
        for _ in range(most):
            moment = self._moment()
            yield moment
            choices = moment.actions["actions"]
            if not choices:
                return
            self._play(self._choice.choice(choices)["command"])

    def close(self) -> None:
        self._http.close()

    def _play(self, command: dict[str, Any]) -> None:
        """Send the command; a bot may have closed the decision in the meantime."""
        answer = self._ask("POST", f"{self.path}/commands", command)
        assert answer.is_success or answer.status_code == 409, answer.text

    def _moment(self) -> Moment:
        deadline = time.monotonic() + PATIENCE
        while True:
            actions, french = (
                self.done("GET", f"{self.path}/actions?lang={lang}") for lang in ("en", "fr")
            )
            table = self.done("GET", self.path)
            asked = actions["actions"] or actions["decision"] is None
            if asked and table["version"] == actions["version"] == french["version"]:
                return Moment(table, actions, french, self._events(table["version"]))
            assert time.monotonic() < deadline, "the bots do not play"
            time.sleep(0.02)

    def _events(self, version: int) -> list[dict[str, Any]]:
        """Return the events up to this version that no moment before has."""
        found: list[dict[str, Any]] = []
        while self._after < version:
            limit = min(100, version - self._after)
            page = self.done("GET", f"{self.path}/events?after={self._after}&limit={limit}&lang=en")
            found += page["events"]
            self._after = page["next_after"]
        return found


def recorded(url: str, setup: Setup, most: int = MOST) -> Recorded:
    """Play a table at this server and return what the player saw."""
    recorder = Recorder(url, setup)
    try:
        moments = list(recorder.moments(most))
        return Recorded(recorder.done("GET", f"/v1/games/{setup.game}/components"), moments)
    finally:
        recorder.close()
