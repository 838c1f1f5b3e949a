"""The others at the table: they sit down where seats are free and answer from their lists.

Knows no game. Walks of schemathesis are short, so after a few commands the party also answers for
the player under test, and the table finishes.
"""

from collections import Counter
from typing import Any

import httpx

FEW = 2  # commands of the player under test, before the party plays to the end
MOST_MOVES = 400  # at one table, lest a walk takes too long
MOST_FINISHED = 1  # table of each game that is played to the end, for the same reason
STANDING = 2  # of three tables: the host does not sit down at once
SEATS = 8


class Party:
    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self._http = httpx.Client(base_url=base, timeout=30.0)
        self._tested = token
        guests = (self._register(f"Guest {number}") for number in range(SEATS))
        self._guests = {made["id"]: str(made["token"]) for made in guests}
        me = self._ask("GET", "/v1/players/me", token).raise_for_status().json()["id"]
        self._everybody = {**self._guests, me: token}
        self._games: list[dict[str, Any]] = self._http.get("/v1/games").json()["games"]
        self._opened = 0
        self.tables: list[str] = []
        self._commands: Counter[str] = Counter()
        self.played: set[str] = set()  # games in which the player under test has moved
        self.finished: Counter[str] = Counter()  # tables by game

    def close(self) -> None:
        self._http.close()

    def opening(self) -> dict[str, Any]:
        """A small table of the next game on the shelf, with a seat to spare.

        The player under test is its host, and mostly sits at it.
        """
        number, game = self._opened, self._games[self._opened % len(self._games)]
        self._opened += 1
        size = min(game["fewest_seats"] + 1, game["most_seats"])
        small = {"options": shortest(game), "seats": size, "clock": None}
        return {"game": game["key"], "sit": number % 3 != STANDING, **small}

    def new_table(self) -> str:
        """One at which the player under test is asked something."""
        body = {**self.opening(), "sit": True}
        table = self._ask("POST", "/v1/tables", self._tested, body).raise_for_status().json()
        self.sit_down(table)
        self.begin(table["id"])
        return str(table["id"])

    def sit_down(self, table: dict[str, Any]) -> None:
        """As many as the game needs beside the host."""
        self.tables.append(table["id"])
        fewest = next(g["fewest_seats"] for g in self._games if g["key"] == table["game"])
        missing = fewest - max(len(table["seats"]), 1)
        code = {"code": table["you"]["code"]} if table["you"]["code"] else {}
        for token in list(self._guests.values())[:missing]:
            self._ask("POST", f"/v1/tables/{table['id']}/seats", token, code)

    def action(self, table: str) -> dict[str, Any] | None:
        """What the player under test may do at this table, if anything."""
        listed = self._ask("GET", f"/v1/tables/{table}/actions", self._tested)
        actions: list[dict[str, Any]] = listed.json()["actions"] if listed.is_success else []
        return actions[len(actions) // 2] if actions else None

    def begin(self, table: str) -> None:
        """A walk comes to the play of a table before anybody has started it: it is started."""
        seen = self._ask("GET", f"/v1/tables/{table}", self._tested)
        if not seen.is_success or seen.json()["status"] != "open":
            return
        if not seen.json()["you"]["seats"]:
            self._ask("POST", f"/v1/tables/{table}/seats", self._tested, {})
        if self._ask("POST", f"/v1/tables/{table}/start", self._tested).is_success:
            self.play(table)

    def place_to_fork(self, table: str) -> int:
        """After the deal of a table that is played to its end for that."""
        self.begin(table)
        self.play(table, to_the_end=True)
        history = self._ask("GET", f"/v1/tables/{table}/history", self._tested)
        commands = history.json()["commands"] if history.is_success else []
        started = [each for each in commands if each["command"]["type"] == "table.start"]
        return int(started[0]["last"]) if started else 1

    def answer(self, table: str, command: dict[str, Any]) -> None:
        """After a command of the player under test: everybody else answers what is asked."""
        self.played.add(str(command["type"]).partition(".")[0])
        self._commands[table] += 1
        self.play(table, to_the_end=self._commands[table] >= FEW)

    def play(self, table: str, to_the_end: bool = False) -> None:
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
            token = self._asked(
                seen, self._everybody if to_the_end and not enough else self._guests
            )
            if token is None:
                return
            listed = self._ask("GET", f"{path}/actions", token).json()["actions"]
            action = listed[number % len(listed)]  # not always the same: that may lead nowhere
            self._ask("POST", f"{path}/commands", token, action)

    def _asked(self, seen: dict[str, Any], tokens: dict[str, str]) -> str | None:
        """Somebody who is to answer and for whom we can; None if there is nobody."""
        seats = seen["decision"]["seats"] if seen["decision"] else ()
        players = [seen["seats"][seat]["player"] for seat in seats]
        return next((tokens[player] for player in players if player in tokens), None)

    def _register(self, name: str) -> dict[str, Any]:
        made: dict[str, Any] = (
            self._http.post("/v1/players", json={"name": name}).raise_for_status().json()
        )
        return made

    def _ask(self, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return self._http.request(method, path, headers=headers, json=body)


def shortest(game: dict[str, Any]) -> dict[str, Any]:
    """The options of a game with every number as small as may be."""
    return {
        name: schema["minimum"]
        for name, schema in game["options_schema"].get("properties", {}).items()
        if schema.get("type") == "integer" and "minimum" in schema
    }
