"""Record what a player among bots sees at a real server, decision by decision."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from domain.kernel.messages import Value
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable, table_at


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

    def __init__(self, table: HttpTable, seed: int) -> None:
        self._table, self._choice, self._after = table, Random(seed), 0

    def moments(self, most: int) -> Iterator[Moment]:
        """Play on at random, and yield what the player sees before each choice and at the end."""
        for _ in range(most):
            moment: Moment = until(self._moment)
            yield moment
            choices = moment.actions["actions"]
            if not choices:
                return
            self._play(self._choice.choice(choices)["command"])

    def _play(self, command: dict[str, Any]) -> None:
        """Send the command; a bot may have closed the decision in the meantime."""
        answer = self._table.send(self._table.host, command)
        assert answer.is_success or answer.status_code == 409, answer.text

    def _moment(self) -> Moment | None:
        """Return what the player sees; None while bots play."""
        actions, french = (self._read("/actions", lang=lang) for lang in ("en", "fr"))
        table = self._read()
        asked = actions["actions"] or actions["decision"] is None
        if not asked or not table["version"] == actions["version"] == french["version"]:
            return None
        return Moment(table, actions, french, self._events(table["version"]))

    def _events(self, version: int) -> list[dict[str, Any]]:
        """Return the events up to this version that no moment before has."""
        found: list[dict[str, Any]] = []
        while self._after < version:
            limit = min(100, version - self._after)
            page = self._read("/events", after=self._after, limit=limit, lang="en")
            found += page["events"]
            self._after = page["next_after"]
        return found

    def _read(self, part: str = "", **query: Any) -> Any:
        answer = self._table.host.get(f"{self._table.path}{part}", params=query)
        assert answer.is_success, answer.text
        return answer.json()


def recorded(url: str, setup: Setup, most: int = MOST) -> Recorded:
    """Play a table at this server and return what the player saw."""
    bots = [("greedy", "random")[seat % 2] for seat in range(1, setup.seats)]
    with table_at(
        url, seats=setup.seats, bots=bots, game=setup.game, options=setup.options
    ) as table:
        components = table.host.get(f"/v1/games/{setup.game}/components").json()
        return Recorded(components, list(Recorder(table, setup.seed).moments(most)))
