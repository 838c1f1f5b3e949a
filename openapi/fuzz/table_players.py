"""The other players: they take free seats and answer with listed actions, whatever the game.

Walks of schemathesis are short. After a few commands the other players also answer for the player
under test, so that the table finishes.
"""

from collections import Counter
from typing import Any

import httpx

from domain.fairness.seed import sealed_luck
from domain.kernel.ids import TableId

FEW = 2  # commands of the player under test, before the table is played to its end
MOST_MOVES = 400  # at one table, so that a walk does not take too long
MOST_FINISHED = 1  # tables of each game that are played to the end, for the same reason
UNSEATED = 2  # of three tables, the one whose host does not take a seat at once
SEATS = 8
SHARE = bytes(32)  # of the luck, of the player under test
DEALING = ("table.start", "table.reveal_luck")  # the last of these deals


class TablePlayers:
    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self._http = httpx.Client(base_url=base, timeout=30.0)
        self._tested = token
        guests = (self._register(f"Guest {number}") for number in range(SEATS))
        self._guests = {each["id"]: str(each["token"]) for each in guests}
        me = self._ask("GET", "/v1/players/me", token).raise_for_status().json()["id"]
        self._all = {**self._guests, me: token}
        self._me = me
        self._games: list[dict[str, Any]] = self._http.get("/v1/games").json()["games"]
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
        body = {**self.opening_body(), "sit": True}
        table = self._ask("POST", "/v1/tables", self._tested, body).raise_for_status().json()
        self.fill_seats(table)
        if start:
            self.ensure_started(table["id"])
        return str(table["id"])

    def fill_seats(self, table: dict[str, Any]) -> None:
        """Take as many seats as the game needs beside the host's."""
        self.tables.append(table["id"])
        fewest = next(g["fewest_seats"] for g in self._games if g["key"] == table["game"])
        missing = fewest - max(len(table["seats"]), 1)
        code = {"code": table["you"]["code"]} if table["you"]["code"] else {}
        for token in list(self._guests.values())[:missing]:
            self._ask("POST", f"/v1/tables/{table['id']}/seats", token, code)

    def action(self, table: str) -> dict[str, Any] | None:
        """Return an action of the player under test at this table, if there is one."""
        listed = self._ask("GET", f"/v1/tables/{table}/actions", self._tested)
        actions: list[dict[str, Any]] = listed.json()["actions"] if listed.is_success else []
        return actions[len(actions) // 2] if actions else None

    def ensure_started(self, table: str) -> None:
        """Start a table that is still open: a walk may reach its play without starting it."""
        seen = self._ask("GET", f"/v1/tables/{table}", self._tested)
        if not seen.is_success or seen.json()["status"] != "open":
            return
        if not seen.json()["you"]["seats"]:
            self._ask("POST", f"/v1/tables/{table}/seats", self._tested, {})
        if self._ask("POST", f"/v1/tables/{table}/start", self._tested).is_success:
            self.play(table)

    def commitment(self, table: str) -> dict[str, Any]:
        """Return the sealed luck of the player under test, who must sit at this table."""
        seen = self._seen(table)
        if seen and not seen["you"]["seats"]:
            self._ask("POST", f"/v1/tables/{table}/seats", self._tested, {})
        return {"commitment": sealed_luck(TableId(table), self._me, SHARE)}

    def table_to_reveal(self, table: str) -> str:
        """Return this table if it waits for the player under test, else a new one that does."""
        if self._asked_to_reveal(self._seen(table)):
            return table
        new = self.new_table(start=False)
        self._ask("POST", f"/v1/tables/{new}/luck", self._tested, self.commitment(new))
        self._ask("POST", f"/v1/tables/{new}/start", self._tested)
        return new

    def version_to_fork(self, table: str) -> int:
        """Play the table to its end, as a fork requires; return the version after the deal."""
        self.ensure_started(table)
        self.play(table, to_the_end=True)
        history = self._ask("GET", f"/v1/tables/{table}/history", self._tested)
        lines = history.json()["commands"] if history.is_success else []
        commands = [line["command"] for line in lines]
        dealt = [each for each in commands if each["command"]["type"] in DEALING]
        return int(dealt[-1]["last"]) if dealt else 1

    def reply(self, table: str, command: dict[str, Any]) -> None:
        """Make the decisions of the others after a command of the player under test."""
        self.played.add(str(command["type"]).partition(".")[0])
        self._commands[table] += 1
        self.play(table, to_the_end=self._commands[table] >= FEW)

    def play(self, table: str, to_the_end: bool = False) -> None:
        """Decide for the others; `to_the_end` also for the player under test."""
        path = f"/v1/tables/{table}"
        for number in range(MOST_MOVES):
            answer = self._ask("GET", path, self._tested)
            if not answer.is_success:
                return
            seen = answer.json()
            if to_the_end and seen["status"] == "finished":
                self.finished[seen["game"]] += 1
                return
            enough = self.finished[seen["game"]] >= MOST_FINISHED
            token = self._token_to_decide(
                seen, self._all if to_the_end and not enough else self._guests
            )
            if token is None:
                return
            if self._asked_to_reveal(seen):
                self._ask("POST", f"{path}/luck/reveal", token, {"share": SHARE.hex()})
                continue
            listed = self._ask("GET", f"{path}/actions", token).json()["actions"]
            action = listed[number % len(listed)]  # the same one each time might never end
            self._ask("POST", f"{path}/commands", token, action)

    def _asked_to_reveal(self, seen: dict[str, Any]) -> bool:
        return bool(seen.get("decision")) and seen["decision"]["kind"] == "reveal"

    def _seen(self, table: str) -> dict[str, Any]:
        """Return the table, or nothing if it does not exist."""
        answer = self._ask("GET", f"/v1/tables/{table}", self._tested)
        return dict(answer.json()) if answer.is_success else {}

    def _token_to_decide(self, seen: dict[str, Any], tokens: dict[str, str]) -> str | None:
        """Return the token of a player who must decide, if it is among these tokens."""
        seats = seen["decision"]["seats"] if seen["decision"] else ()
        players = [seen["seats"][seat]["player"] for seat in seats]
        return next((tokens[player] for player in players if player in tokens), None)

    def _register(self, name: str) -> dict[str, Any]:
        created: dict[str, Any] = (
            self._http.post("/v1/players", json={"name": name}).raise_for_status().json()
        )
        return created

    def _ask(self, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return self._http.request(method, path, headers=headers, json=body)


def shortest(game: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a game with every number at its minimum."""
    return {
        name: schema["minimum"]
        for name, schema in game["options_schema"].get("properties", {}).items()
        if schema.get("type") == "integer" and "minimum" in schema
    }
