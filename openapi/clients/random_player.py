"""Plays any game to its end by sending random actions from the lists; knows no game.

python openapi/clients/random_player.py --game gumball_rally --seats 5
"""

import argparse
import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any

if __package__:
    from openapi.clients.luck import Careful, SealedLuck, add_careful, careful_of
else:  # run as a file
    from luck import Careful, SealedLuck, add_careful, careful_of  # type: ignore


class Client:
    """One player: the address of the server and a token."""

    def __init__(self, base: str, name: str) -> None:
        self.base, self.token = base.rstrip("/"), ""
        made = self.ask("POST", "/v1/players", {"name": name})
        self.id, self.token = made["id"], made["token"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, sent, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=35) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            problem = json.load(refused)
            raise Refused(problem["status"], problem["type"], problem["detail"]) from None


class Refused(Exception):
    """The server rejected the request: status, type and detail of the problem."""


def open_table(
    base: str, game: str, seats: int, options: Any = None, careful: Careful | None = None
) -> tuple[str, list[Client]]:
    """Open and start a table; return its path and its players, the host first."""
    players = [Client(base, f"Random {n}") for n in range(seats)]
    body = {"game": game, "seats": seats, "sit": True, "clock": None, "options": options or {}}
    table = f"/v1/tables/{players[0].ask('POST', '/v1/tables', body)['id']}"
    for player in players[1:]:
        player.ask("POST", f"{table}/seats", {})
    name = table.rpartition("/")[2]
    luck = [SealedLuck(player.ask, name, player.id, careful) for player in players]
    for share in luck:
        share.seal()
    players[0].ask("POST", f"{table}/start")
    for share in luck:
        share.reveal()
    return table, players


def play(table: str, players: list[Client], luck: random.Random, most: int = 100_000) -> Any:
    """Send random actions for every player who must decide; return the closed table."""
    for _ in range(most):
        if (seen := players[0].ask("GET", table))["status"] != "running":
            return seen
        if sys.stderr.isatty():
            print(f"{seen['version']} events", end="\r", file=sys.stderr, flush=True)
        owners = {player.id: player for player in players}
        for seat in seen["decision"]["seats"]:
            act(table, owners[seen["seats"][seat]["player"]], seat, luck)
    raise RuntimeError(f"{table} has not ended after {most} decisions")


def act(table: str, player: Client, seat: int, luck: random.Random) -> None:
    actions = player.ask("GET", f"{table}/actions?seat={seat}")["actions"]
    if actions:
        player.ask("POST", f"{table}/commands?seat={seat}", luck.choice(actions)["command"])


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--base", default="http://127.0.0.1:8000")
    wanted.add_argument("--game", default="gumball_rally")
    wanted.add_argument("--seats", type=int, default=5)
    wanted.add_argument("--seed", type=int, default=None)
    add_careful(wanted)
    chosen = wanted.parse_args()
    table, players = open_table(chosen.base, chosen.game, chosen.seats, careful=careful_of(chosen))
    print(f"playing {table}")
    seen = play(table, players, random.Random(chosen.seed))
    print(f"{seen['status']} after {seen['version']} events; places by seat:", seen["outcome"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
