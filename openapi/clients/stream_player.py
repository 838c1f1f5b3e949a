"""Plays one seat from the event stream and reconnects after any failure; knows no game.

python openapi/clients/stream_player.py --game galopp_royal
"""

import argparse
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any

if __package__:
    from openapi.clients.luck import Careful, SealedLuck, add_careful, careful_of
else:  # run as a file
    from luck import Careful, SealedLuck, add_careful, careful_of  # type: ignore

LOST = (OSError, HTTPException)  # refused, reset, cut, timed out: the request may have succeeded
SILENCE = 35  # seconds; a stream sends something every 15, a long answer takes less
AGAIN = (429, 500, 503)
OVER = ("finished", "token_unknown")  # reasons why a stream ends for good
MOVED_ON = (409, 412)  # the decision was made meanwhile: read the actions again


class Player:
    """One player at a table with bots."""

    def __init__(self, base: str, game: str, careful: Careful | None = None) -> None:
        self.base, self.bearer = base.rstrip("/"), {}
        made = self.ask("POST", "/v1/players", {"name": "Stream player"})
        self.bearer = {"Authorization": f"Bearer {made['token']}"}
        seats = self.ask("GET", f"/v1/games/{game}")["fewest_seats"]
        opening = {
            "game": game,
            "seats": seats,
            "sit": True,
            "clock": {"kind": "per_decision", "seconds": 600},
        }
        self.table = f"/v1/tables/{self.ask('POST', '/v1/tables', opening)['id']}"
        for _ in range(1, seats):
            self.ask("POST", f"{self.table}/seats", {"bot": "random"}, uuid.uuid4().hex)
        luck = SealedLuck(self.ask_once, self.table.rpartition("/")[2], made["id"], careful)
        luck.seal()
        self.ask("POST", f"{self.table}/start", None, uuid.uuid4().hex)
        luck.reveal()

    def ask_once(self, method: str, path: str, body: Any) -> Any:
        """Return the answer to a request that is carried out once, however often it is sent."""
        return self.ask(method, path, body, "" if method == "GET" else uuid.uuid4().hex)

    def sent(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        said = {"Content-Type": "application/json", **self.bearer, **headers}
        packed = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, packed, said, method=method)
        return urllib.request.urlopen(request, timeout=SILENCE)

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """Return the answer; a lost or postponed request is sent again with the same key."""
        while True:
            try:
                with self.sent(method, path, body, {"Idempotency-Key": key} if key else {}) as told:
                    return json.load(told)
            except urllib.error.HTTPError as refused:
                if refused.code not in AGAIN:
                    raise
                time.sleep(float(refused.headers.get("Retry-After", 1)))
            except LOST as lost:
                print(f"lost {method} {path}: {lost}", file=sys.stderr)
                time.sleep(1)

    def act(self, actions: list[Any]) -> None:
        """Send one of the actions of this seat."""
        try:
            command = random.choice(actions)["command"]
            self.ask("POST", f"{self.table}/commands", command, uuid.uuid4().hex)
        except urllib.error.HTTPError as refused:
            if refused.code not in MOVED_ON:
                raise

    def frames(self, after: int) -> Iterator[tuple[str, Any]]:
        """Yield the name and data of every frame of one stream."""
        path = f"{self.table}/events/stream?state=true&lang=en&after={after}"
        with self.sent("GET", path, None, {}) as stream:
            name = "message"
            for line in stream:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    yield name, json.loads(value)
                    name = "message"

    def play(self) -> None:
        """Print every event once and in order, over as many streams as needed."""
        after, reason = 0, ""
        while reason not in OVER:
            try:
                for name, data in self.frames(after):
                    if name == "message":
                        after = data["version"]
                        print(after, data.get("sentence", "(sealed)"), flush=True)
                    if name == "state" and data["actions"]:
                        self.act(data["actions"])
                    reason = data["reason"] if name == "bye" else ""
            except LOST as lost:
                if isinstance(lost, urllib.error.HTTPError) and lost.code not in AGAIN:
                    raise
                print(f"the stream broke after {after}: {lost}", file=sys.stderr)
            if reason not in (*OVER, "max_seconds"):
                time.sleep(1)


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--base", default="http://127.0.0.1:8000")
    wanted.add_argument("--game", default="galopp_royal")
    add_careful(wanted)
    chosen = wanted.parse_args()
    player = Player(chosen.base, chosen.game, careful_of(chosen))
    print(f"playing {player.table}", flush=True)
    player.play()
    seen = player.ask("GET", player.table)
    print(f"{seen['status']} after {seen['version']} events; places by seat:", seen["outcome"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
