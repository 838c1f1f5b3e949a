"""`python -m openapi.record`: plays a short table on a real server and keeps what was said.

Writes api/examples.json, from which the document takes its examples.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from msgspec import json

from api.examples import RECORDED
from eventlog.embedded import EmbeddedServer
from openapi.notes import FEW, Notes
from tests.support.receiver import Receiver, receiving
from tests.support.sse import frames
from tests.support.web import (
    Caller,
    calling,
    new_player,
    projecting,
    serving,
    until,
    working,
)

SHOWN_ONCE = "a-token-is-shown-once-and-never-again"  # in place of a real one
SECRET_ONCE = "whsec_" + "c2hvd24gb25jZSwgdGhlbiBuZXZlcg=="
PUBLIC_URL = "https://example.org/ludotheque"
LOOPBACK = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1"}
GOOD_ONCE = "a-ticket-is-good-once"
GAME = "gumball_rally"


@contextmanager
def server() -> Iterator[httpx.Client]:
    with tempfile.TemporaryDirectory() as named:
        directory = Path(named)
        store = EmbeddedServer(directory / "store")
        store.start()
        try:
            with (
                serving(store.url, directory, **LOOPBACK) as api,
                projecting(store.url, directory),
                working("webhooks", store.url, directory, **LOOPBACK),
                working("jobs", store.url, directory),
                calling(api.base) as http,
            ):
                yield http
        finally:
            store.stop()


def shelf(notes: Notes, anyone: Caller) -> None:
    game = f"/v1/games/{GAME}"
    notes.answer("listGames", "shelf", anyone.get("/v1/games"))
    notes.answer("getGame", GAME, anyone.get(game))
    notes.answer("getRules", GAME, anyone.get(f"{game}/rules"))
    notes.answer("getComponents", GAME, anyone.get(f"{game}/components"))
    notes.answer("explainProblem", "not_your_turn", anyone.get("/problems/not_your_turn"))
    notes.answer("isAlive", "alive", anyone.get("/health/live"))
    notes.answer("isReady", "ready", anyone.get("/health/ready"))
    notes.text("getMetrics", "first_lines", anyone.get("/metrics"))


def players(notes: Notes, http: httpx.Client) -> list[Caller]:
    body = notes.body("createPlayer", "anne", {"name": "Anne"})
    made = notes.answer("createPlayer", "anne", http.post("/v1/players", json=body))
    notes.kept["createPlayer"]["answers"]["anne"]["token"] = SHOWN_ONCE
    anne = Caller(http, made["token"], made["id"])
    notes.answer("getMe", "anne", anne.get("/v1/players/me"))
    notes.answer("getPlayer", "anne", anne.get(f"/v1/players/{anne.id}"))
    erased = new_player(http, "Zoé")
    erased.delete("/v1/players/me").raise_for_status()
    notes.answer("getPlayer", "erased", anne.get(f"/v1/players/{erased.id}"))
    return [anne, new_player(http, "Bob"), new_player(http, "Chloé")]


def seating(notes: Notes, people: list[Caller]) -> str:
    """A started table."""
    anne, bob, chloe = people
    plain = notes.body("openTable", "plain", {"game": GAME})
    empty = notes.answer("openTable", "plain", anne.post("/v1/tables", plain))
    bot = notes.body("takeSeat", "bot", {"bot": "greedy"})
    notes.answer("takeSeat", "bot", anne.post(f"/v1/tables/{empty['id']}/seats", bot))
    options = {"photo_finish": True}
    body = {"game": GAME, "options": options, "seats": 3, "clock": 120, "sit": True}
    body = notes.body("openTable", "chosen", body)
    opened = notes.answer("openTable", "chosen", anne.post("/v1/tables", body))
    table = f"/v1/tables/{opened['id']}"
    lucky = notes.body("takeSeat", "own_luck", {"entropy": "my own luck", "preference": "green"})
    sat = notes.answer("takeSeat", "own_luck", bob.post(f"{table}/seats", lucky))
    left = bob.delete(f"{table}/seats/{sat['seat']}")
    notes.answer("leaveSeat", "before_the_start", left)
    bob.post(f"{table}/seats", lucky).raise_for_status()
    plain = notes.body("takeSeat", "plain", {})
    notes.answer("takeSeat", "plain", chloe.post(f"{table}/seats", plain))
    notes.answer("startTable", "dealt", anne.post(f"{table}/start"))
    return table


def turn(table: str, people: list[Caller]) -> tuple[Caller, dict[str, Any]]:
    """Whoever is asked, and what he is asked."""
    [seat] = people[0].get(table).json()["decision"]["seats"]
    return people[seat], people[seat].get(f"{table}/actions").json()


def play(notes: Notes, table: str, people: list[Caller]) -> None:
    asked, _ = turn(table, people)
    waiting = next(caller for caller in people if caller is not asked)
    actions = notes.answer("listActions", "your_turn", asked.get(f"{table}/actions"))
    notes.answer("listActions", "others_decide", waiting.get(f"{table}/actions"))
    command = notes.body("sendCommand", "play", actions["actions"][0])
    notes.body("sendCommand", "play_limited", {**command, "colour_passes": 0})
    dry = asked.post(f"{table}/commands", command, params={"dry_run": "true"})
    notes.answer("sendCommand", "dry_run", dry)
    notes.answer("sendCommand", "played", asked.post(f"{table}/commands", command))
    notes.answer("getTable", "running", asked.get(table))
    page = {"after": actions["version"], "limit": FEW, "lang": "fr"}
    notes.answer("listEvents", "in_french", asked.get(f"{table}/events", params=page))
    notes.answer("getHistory", "redacted", asked.get(f"{table}/history"))
    listen(notes, table, asked, actions["version"])


def listen(notes: Notes, table: str, asked: Caller, after: int) -> None:
    issued = notes.answer("createTicket", "issued", asked.post(f"{table}/tickets"))
    shown = {"ticket": GOOD_ONCE, "stream": issued["stream"].replace(issued["ticket"], GOOD_ONCE)}
    notes.kept["createTicket"]["answers"]["issued"] |= shown
    query = {"after": after, "max_seconds": 0}
    heard = asked.get(f"{table}/events/stream", params=query)
    kept: dict[str, Any] = {}
    for frame in frames(heard.text):
        if frame.data:
            named = {"id": frame.id} if frame.id else {"event": frame.event}
            kept.setdefault(frame.event, {**named, "data": frame.data[0]})
    notes.kept["streamEvents"] = {"bodies": {}, "answers": kept}


def finish(notes: Notes, table: str, people: list[Caller]) -> None:
    while people[0].get(table).json()["status"] == "running":
        asked, actions = turn(table, people)
        asked.post(f"{table}/commands", actions["actions"][0]).raise_for_status()
    notes.answer("getTable", "finished", people[0].get(table))
    last = {"after": people[0].get(table).json()["version"] - 1}
    notes.answer("listEvents", "the_end", people[0].get(f"{table}/events", params=last))
    notes.answer("getHistory", "finished", people[0].get(f"{table}/history"))


def audit(notes: Notes, table: str, anyone: Caller) -> None:
    asked = notes.answer("auditTable", "asked", anyone.post(f"{table}/audits"))
    address = f"/v1/audits/{asked['id']}"
    until(lambda: anyone.get(address).json()["status"] == "done", 60)
    notes.answer("getAudit", "done", anyone.get(address))


def fork(notes: Notes, table: str, forker: Caller) -> None:
    commands = forker.get(f"{table}/history").json()["commands"]
    started = next(each for each in commands if each["command"]["type"] == "table.start")
    body = notes.body("forkTable", "after_the_deal", {"at": started["last"]})
    notes.answer("forkTable", "after_the_deal", forker.post(f"{table}/forks", body))


def lists(notes: Notes, anyone: Caller) -> None:
    wanted = {"status": "finished"}
    until(lambda: anyone.get("/v1/tables", params=wanted).json()["tables"])
    notes.answer("listTables", "finished", anyone.get("/v1/tables", params=wanted))
    notes.answer("listTables", "first_page", anyone.get("/v1/tables", params={"limit": 1}))


def hooked(notes: Notes, anne: Caller, receiver: Receiver) -> str:
    """Anne's own webhook; its real address and secret are nobody's business."""
    body = {"url": receiver.url, "events": ["your_turn", "table_finished"]}
    notes.body("createWebhook", "my_turns", {**body, "url": PUBLIC_URL})
    made = notes.answer("createWebhook", "my_turns", anne.post("/v1/webhooks", body))
    address = f"/v1/webhooks/{made['id']}"
    notes.answer("getWebhook", "my_turns", anne.get(address))
    notes.answer("listWebhooks", "all", anne.get("/v1/webhooks"))
    notes.answer("rotateSecret", "new", anne.post(f"{address}/rotate"))
    kept = notes.kept
    kept["createWebhook"]["answers"]["my_turns"] |= {"url": PUBLIC_URL, "secret": SECRET_ONCE}
    kept["getWebhook"]["answers"]["my_turns"]["url"] = PUBLIC_URL
    kept["listWebhooks"]["answers"]["all"]["webhooks"][0]["url"] = PUBLIC_URL
    kept["rotateSecret"]["answers"]["new"]["secret"] = SECRET_ONCE
    return address


def told(notes: Notes, anne: Caller, address: str) -> None:
    log = f"{address}/deliveries"
    until(lambda: {d["status"] for d in anne.get(log).json()["deliveries"]} == {"delivered"}, 30)
    notes.answer("listDeliveries", "delivered", anne.get(log))


def results(notes: Notes, anne: Caller, table: str) -> None:
    known = {"min_version": f"{table.rpartition('/')[2]}:{anne.get(table).json()['version']}"}
    board = anne.get(f"/v1/games/{GAME}/leaderboard", params=known)
    notes.answer("getLeaderboard", "first_page", board)
    notes.answer("getMe", "anne", anne.get("/v1/players/me", params=known))
    notes.answer("getPlayer", "anne", anne.get(f"/v1/players/{anne.id}", params=known))


def main() -> int:
    notes = Notes()
    with receiving() as receiver, server() as http:
        shelf(notes, Caller(http))
        people = players(notes, http)
        table = seating(notes, people)
        address = hooked(notes, people[0], receiver)
        play(notes, table, people)
        finish(notes, table, people)
        audit(notes, table, Caller(http))
        fork(notes, table, people[1])
        lists(notes, Caller(http))
        results(notes, people[0], table)
        told(notes, people[0], address)
    RECORDED.write_bytes(json.format(json.encode(notes.kept), indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
