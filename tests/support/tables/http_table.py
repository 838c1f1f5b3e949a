"""A table of an API process and the people who play it over HTTP."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx

from openapi.play.driving import perform
from openapi.play.retrying import Retry
from openapi.play.table import Result, Step, Steps, Table, Turn, first
from tests.support.players.api_document import API
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import until

GAME = "gumball_rally"
PAGE = 100  # events


class HttpTable:
    """`known` is what its people know: they act by it and it notes what is acknowledged."""

    def __init__(self, path: str, people: Sequence[Caller], table: Table | None = None) -> None:
        self.path, self.people = path, list(people)
        self.known = table or Table(API, [each.id for each in people], {"table": self.id})

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def host(self) -> Caller:
        return self.people[0]

    @property
    def version(self) -> int:
        """The last version that these people know."""
        return self.known.version

    @property
    def heads(self) -> dict[int, str]:
        """The heads that the server has acknowledged, by version."""
        return self.known.heads

    def perform(self, steps: Steps[Result]) -> Result:
        return perform(steps, self._send)

    def _send(self, step: Step) -> Any:
        return self.people[step.player].send(step.request)

    def seen(self, caller: Caller | None = None, **query: Any) -> Any:
        answer = (caller or self.host).get(self.path, params=query)
        assert answer.is_success, answer.text
        return answer.json()

    def turn(self) -> Turn | None:
        """Return the turn of the first person who can act; None if nobody can."""
        return self.perform(self.known.next_turn())

    def await_turn(self) -> Turn | None:
        """Wait for a turn, while bots or the clock play; None if the table is closed."""
        found = until(lambda: self.turn() or self.known.closed)
        return found if isinstance(found, Turn) else None

    def at_turn(self) -> Caller:
        seen = self.perform(self.known.look())
        return self.people[self.known.seats[self.known.awaited(seen)[0]]]

    def waiting(self) -> Caller:
        asked = self.at_turn()
        return next(caller for caller in self.people if caller is not asked)

    def actions(self, caller: Caller) -> Any:
        return caller.get(f"{self.path}/actions").json()

    def listed(self, caller: Caller) -> Any:
        """Return the first command that is listed for this caller."""
        return self.commands(caller)[0]

    def commands(self, caller: Caller) -> Any:
        """Return the commands that are listed for this caller."""
        return [action["command"] for action in self.actions(caller)["actions"]]

    def send(self, caller: Caller, command: Any, **sent: Any) -> httpx.Response:
        return caller.post(f"{self.path}/commands", command, **sent)

    def start(self) -> Any:
        return self.perform(self.known.start())

    def step(self) -> Any:
        """Let a person whose turn it is play the first listed action; return the receipt."""
        receipt = self.perform(self.known.play())
        assert receipt is not None, "nobody can act"
        return receipt

    def play(self) -> Any:
        """Wait for a turn and play the first action; None if the table is closed."""
        turn = self.await_turn()
        return None if turn is None else self.perform(self.known.send(turn, first(turn)))

    def finish(self) -> None:
        self.perform(self.known.finish())

    def events(self, *types: str, caller: Caller | None = None) -> list[Any]:
        """Return all events, or those of some types, as this caller may see them."""
        found: list[Any] = []
        while True:
            query = {"after": len(found), "limit": PAGE}
            answer = (caller or self.host).get(f"{self.path}/events", params=query)
            assert answer.is_success, answer.text
            page = answer.json()["events"]
            if not page:
                return [each for each in found if not types or each.get("type") in types]
            found += page

    def types(self) -> list[str]:
        """Return the types of all events; those that the host may not see are sealed."""
        return [event.get("type", "sealed") for event in self.events()]

    def is_listed(self) -> bool:
        """Return whether the list of tables has the last version."""
        rows = self.host.get("/v1/tables").json()["tables"]
        return any((row["id"], row["version"]) == (self.id, self.version) for row in rows)

    def with_people(self, at: Callable[[Caller], Caller]) -> "HttpTable":
        """Return the table as these people use it in another way."""
        return HttpTable(self.path, [at(caller) for caller in self.people], replace(self.known))

    def at(self, http: httpx.Client) -> "HttpTable":
        """Return the table as clients of another process use it."""
        return self.with_people(lambda caller: caller.at(http))


def open_table(
    http: httpx.Client,
    seats: int = 3,
    bots: Sequence[str] = (),
    people: Sequence[Caller] = (),
    **wanted: Any,
) -> HttpTable:
    """Open a table and take all its seats, with new people if none are given; bots sit last."""
    people = people or [new_player(http, f"Player {n}") for n in range(seats - len(bots))]
    table = HttpTable("", people)
    body = {"game": GAME, "seats": seats, "sit": True, **wanted}
    body["clock"] = request_clock(wanted.get("clock"))
    opened = table.perform(table.known.open(**body))
    table.path = f"/v1/tables/{opened['id']}"
    table.perform(table.known.fill(bots, opened["you"]["code"]))
    return table


def request_clock(clock: Any) -> Any:
    """Return a clock as a request names it; tests give the seconds per decision for short."""
    return {"kind": "per_decision", "seconds": clock} if isinstance(clock, int) else clock


def start_table(http: httpx.Client, seats: int = 3, **wanted: Any) -> HttpTable:
    table = open_table(http, seats, **wanted)
    table.start()
    return table


def start_tables(http: httpx.Client, count: int, **wanted: Any) -> list[HttpTable]:
    """Open all tables, then start them, so that their clocks begin together."""
    tables = [open_table(http, **wanted) for _ in range(count)]
    for table in tables:
        table.start()
    return tables


def play_table(http: httpx.Client, seats: int = 3, **wanted: Any) -> HttpTable:
    table = start_table(http, seats, **wanted)
    table.finish()
    return table


@contextmanager
def table_at(url: str, retry: Retry | None = None, **wanted: Any) -> Iterator[HttpTable]:
    """Start a table at a server; with `retry`, its people try again while the server is away."""
    with calling(url, retry=retry) as http:
        yield start_table(http, **wanted)
