"""The other players: they take free seats and answer with listed actions, whatever the game.

Walks of schemathesis are short. After a few commands the other players also answer for the player
under test, so that the table finishes.
"""

from collections import Counter
from contextlib import suppress
from typing import Any

import httpx

from domain.fairness.chain import sealed_luck
from domain.kernel.ids import TableId
from openapi.play.document import ADDRESS, Document, Request
from openapi.play.driving import perform
from openapi.play.table import Result, Step, Steps, Table

FEW = 2  # commands of the player under test, before the table is played to its end
MOST_MOVES = 400  # at one table, so that a walk does not take too long
MOST_FINISHED = 1  # tables of each game that are played to the end, for the same reason
UNSEATED = 2  # of three tables, the one whose host does not take a seat at once
SEATS = 8
SHARE = bytes(32)  # of the luck, of the player under test
DEALING = ("table.start", "table.reveal_luck")  # the last of these deals


class Refused(Exception):
    """The server rejected a request: a walk of schemathesis leaves tables in any state."""


class TablePlayers:
    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self._http = httpx.Client(base_url=base, timeout=30.0)
        self._api = Document.read(self._http.get(ADDRESS).raise_for_status().content, base)
        guests = [self._call("createPlayer", {"name": f"Guest {n}"}) for n in range(SEATS)]
        self._guests = [str(each["id"]) for each in guests]
        self.me = str(self._call("getMe", token=token)["id"])
        self._tokens = {each["id"]: str(each["token"]) for each in guests} | {self.me: token}
        self._games: list[dict[str, Any]] = self._call("listGames")["games"]
        self._opened = 0
        self.tables: list[str] = []
        self._commands: Counter[str] = Counter()
        self.played: set[str] = set()  # games in which the player under test has moved
        self.finished: Counter[str] = Counter()  # tables by game

    def close(self) -> None:
        self._http.close()

    def opening_body(self) -> dict[str, Any]:
        """Return the body for a small table of the next game, with one seat more than needed.

        The player under test is its host, and takes a seat at two of three tables.
        """
        number, game = self._opened, self._games[self._opened % len(self._games)]
        self._opened += 1
        size = min(game["fewest_seats"] + 1, game["most_seats"])
        small = {"options": shortest(game), "seats": size, "clock": None}
        return {"game": game["key"], "sit": number % 3 != UNSEATED, **small}

    def new_table(self, start: bool = True) -> str:
        """Open a table at which the player under test sits, and start it; return its id."""
        opened = self._call(
            "openTable", {**self.opening_body(), "sit": True}, self._tokens[self.me]
        )
        self.fill_seats(opened)
        if start:
            self.ensure_started(opened["id"])
        return str(opened["id"])

    def fill_seats(self, opened: dict[str, Any]) -> None:
        """Take as many seats as the game needs beside the host's."""
        self.tables.append(opened["id"])
        fewest = next(g["fewest_seats"] for g in self._games if g["key"] == opened["game"])
        missing = fewest - max(len(opened["seats"]), 1)
        table = self._table(opened["id"], self.me, *self._guests[:missing])
        self._try(table, table.fill(code=opened["you"]["code"]))

    def action(self, table: str) -> dict[str, Any] | None:
        """Return an action of the player under test at this table, if there is one."""
        listed = self._ask(table, "listActions")
        actions: list[dict[str, Any]] = listed["actions"] if listed else []
        return actions[len(actions) // 2]["command"] if actions else None

    def ensure_started(self, table: str) -> None:
        """Start a table that is still open: a walk may reach its play without starting it."""
        seen = self._ask(table, "getTable")
        if not seen or seen["status"] != "open":
            return
        self._sit(table, seen)
        if self._ask(table, "startTable"):
            self.play(table)

    def commitment(self, table: str) -> dict[str, Any]:
        """Return the sealed luck of the player under test, who must sit at this table."""
        if seen := self._ask(table, "getTable"):
            self._sit(table, seen)
        return {"commitment": sealed_luck(TableId(table), self.me, SHARE)}

    def table_to_reveal(self, table: str) -> str:
        """Return this table if it waits for the player under test, else a new one that does."""
        seen = self._ask(table, "getTable")
        if seen and is_reveal(seen):
            return table
        new = self.new_table(start=False)
        self._ask(new, "sealLuck", self.commitment(new))
        self._ask(new, "startTable")
        return new

    def version_to_fork(self, table: str) -> int:
        """Play the table to its end, as a fork requires; return the version after the deal."""
        self.ensure_started(table)
        self.play(table, to_the_end=True)
        history = self._ask(table, "getHistory")
        commands = [line["command"] for line in history["commands"]] if history else []
        dealt = [each for each in commands if each["command"]["type"] in DEALING]
        return int(dealt[-1]["last"]) if dealt else 1

    def reply(self, table: str, command: dict[str, Any]) -> None:
        """Make the decisions of the others after a command of the player under test."""
        self.played.add(str(command["type"]).partition(".")[0])
        self._commands[table] += 1
        self.play(table, to_the_end=self._commands[table] >= FEW)

    def play(self, table: str, to_the_end: bool = False) -> None:
        """Decide for the others; `to_the_end` also for the player under test."""
        for number in range(MOST_MOVES):
            seen = self._ask(table, "getTable")
            if not seen:
                return
            if to_the_end and seen["status"] == "finished":
                self.finished[seen["game"]] += 1
                return
            enough = self.finished[seen["game"]] >= MOST_FINISHED
            own = (self.me,) if to_the_end and not enough else ()
            if not self._decide(self._table(table, *self._guests, *own), seen, number):
                return

    def _decide(self, table: Table, seen: dict[str, Any], number: int) -> bool:
        """Let one of these players decide; return False if none of them must."""
        table.update(seen)
        awaited = table.awaited(seen)
        if not awaited:
            return False
        if is_reveal(seen):
            body, player = {"share": SHARE.hex()}, table.seats[awaited[0]]
            self._try(table, table.ask(player, "revealLuck", body))
        elif (turn := self._try(table, table.turn(awaited[0]))) is not None:
            action = turn.actions[number % len(turn.actions)]  # always the same might never end
            self._try(table, table.send(turn, action["command"]))
        return True

    def _sit(self, table: str, seen: dict[str, Any]) -> None:
        if not seen["you"]["seats"]:
            self._ask(table, "takeSeat", {})

    def _table(self, table: str, *players: str) -> Table:
        return Table(self._api, players, {"table": table})

    def _ask(self, table: str, operation: str, body: Any = None) -> Any:
        """Return what the player under test is answered; None if the request is rejected."""
        one = self._table(table, self.me)
        return self._try(one, one.ask(0, operation, body))

    def _try(self, table: Table, steps: Steps[Result]) -> Result | None:
        """Perform steps at a table; return None if one of them is rejected."""

        def send(step: Step) -> Any:
            return self._send(step.request, self._tokens[table.players[step.player]])

        with suppress(Refused):
            return perform(steps, send)
        return None

    def _call(self, operation: str, body: Any = None, token: str = "") -> Any:
        return self._send(self._api.request(operation, body=body), token)

    def _send(self, request: Request, token: str) -> Any:
        answer = self._http.request(
            request.method, request.path, headers=request.headers(token), json=request.body
        )
        if not answer.is_success:
            raise Refused(f"{request.operation}: {answer.text}")
        return answer.json()


def is_reveal(seen: dict[str, Any]) -> bool:
    return bool(seen["decision"]) and seen["decision"]["kind"] == "reveal"


def shortest(game: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a game with every number at its minimum."""
    return {
        name: schema["minimum"]
        for name, schema in game["options_schema"].get("properties", {}).items()
        if schema.get("type") == "integer" and "minimum" in schema
    }
