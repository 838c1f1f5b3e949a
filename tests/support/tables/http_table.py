"""A table of an API process and its players, in seat order."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from tests.support.players.callers import Caller, new_player
from tests.support.players.request_clock import request_clock

GAME = "gumball_rally"


@dataclass(frozen=True)
class HttpTable:
    path: str
    people: list[Caller]

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def host(self) -> Caller:
        return self.people[0]

    def seen(self, caller: Caller | None = None, **query: Any) -> Any:
        return (caller or self.host).get(self.path, params=query).json()

    def at_turn(self) -> Caller:
        seats: list[int] = self.seen()["decision"]["seats"]
        return self.people[seats[0]]

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

    def step(self) -> httpx.Response:
        """Let the player whose turn it is play the first listed action."""
        asked = self.at_turn()
        answer = self.send(asked, self.listed(asked))
        assert answer.status_code == 200, answer.text
        return answer

    def finish(self) -> None:
        while self.seen()["status"] == "running":
            self.step()

    def with_people(self, at: Callable[[Caller], Caller]) -> "HttpTable":
        return HttpTable(self.path, [at(caller) for caller in self.people])


def open_table(http: httpx.Client, seats: int = 3, **wanted: Any) -> HttpTable:
    people = [new_player(http, f"Player {n}") for n in range(seats)]
    body = {"game": GAME, "seats": seats, "sit": True, **wanted}
    body["clock"] = request_clock(wanted.get("clock"))
    made = people[0].post("/v1/tables", body)
    assert made.status_code == 201, made.text
    path = made.headers["location"]
    code = made.json()["you"]["code"]
    for person in people[1:]:
        sat = person.post(f"{path}/seats", {"code": code} if code else {})
        assert sat.status_code == 201, sat.text
    return HttpTable(path, people)


def start_table(http: httpx.Client, seats: int = 3, **wanted: Any) -> HttpTable:
    table = open_table(http, seats, **wanted)
    dealt = table.host.post(f"{table.path}/start")
    assert dealt.status_code == 200, dealt.text
    return table


def play_table(http: httpx.Client, seats: int = 3, **wanted: Any) -> HttpTable:
    table = start_table(http, seats, **wanted)
    table.finish()
    return table
