"""One caller with many players cannot take the server from the others: seeks, tokens, ranks."""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from application.ports.accounts import MOST_TOKENS
from tests.prove.proof import Proof, Show
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import playing
from tests.support.stores.servers import running
from tests.support.tables.http_table import GAME, start_table

LIMITS = {"LUDOTHEQUE_LIMITS": "on", "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1"}
AT_ONE_ADDRESS = 20  # players of the caller who has many addresses
SOUGHT = {"game": "bug_race", "seats": 2}
TOKENS = "/v1/players/me/tokens"
ASKED, SLOWER = 40, 3.0  # honest requests, and how much slower they may become
REGISTERED = 110  # of 300 attempts at once: the burst, and what comes back meanwhile


def attempt(count: int, show: Show) -> str:
    """Let a caller end `count` seeks, and a fortieth of so many wait for an impossible rating."""
    with tempfile.TemporaryDirectory(prefix="one-caller-") as directory:
        folder = Path(directory)
        with (
            running("valkey", folder / "store") as store,
            playing(store.url, folder, **LIMITS) as api,
            calling(api.base) as http,
        ):
            honest = [new_player(http, name) for name in ("Anne", "Bob")]
            quiet = _milliseconds(honest[0])
            waiting = _hoard_seeks(http, count, show)
            loud = _milliseconds(honest[0])
            assert loud <= SLOWER * quiet + 5, f"requests took {loud:.1f} ms, {quiet:.1f} before"
            found = [each.post("/v1/seeks", SOUGHT).json()["status"] for each in honest]
            assert found == ["waiting", "matched"], found
            tokens, made = _rotate(http), _register(http, honest[0])
            _farm_rank(http)
    return (
        f"{count} seeks ended and {waiting} with impossible ratings: two honest players were"
        f" matched at once, and a request took {loud:.1f} ms ({quiet:.1f} before); 200 rotations"
        f" left {tokens} tokens; {made} of 300 registrations with a token were admitted; a rank"
        " was not gained by resignations"
    )


def at(address: int) -> dict[str, str]:
    return {"X-Forwarded-For": f"198.18.{address // 250}.{address % 250 + 1}"}


def _milliseconds(caller: Caller) -> float:
    """Return the median time of a request about seeks."""
    times = []
    for _ in range(ASKED):
        began = time.perf_counter()
        assert caller.get("/v1/seeks").status_code == 200
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def _hoard_seeks(http: httpx.Client, count: int, show: Show) -> int:
    """Let players of many addresses end seeks, then wait for ratings that nobody has."""
    players = max(2, count // 40)
    for n in range(players):
        where = at(n // AT_ONE_ADDRESS)
        made = http.post("/v1/players", json={"name": f"P{n}"}, headers=where).json()
        caller = Caller(http, made["token"], made["id"])
        for k in range(count // players):
            body = {**SOUGHT, "clock": {"kind": "per_decision", "seconds": 60 + k}}
            seek = caller.post("/v1/seeks", body, headers=where)
            assert seek.status_code == 201, seek.text
            assert caller.delete(seek.headers["location"], headers=where).status_code == 204
        impossible = {**SOUGHT, "rating": {"min": 900}}
        assert caller.post("/v1/seeks", impossible, headers=where).status_code == 201
        show(f"{n + 1} of {players} players seek")
    return players


def _rotate(http: httpx.Client) -> int:
    """Rotate a token that expires 200 times; return how many tokens there are then."""
    owner = new_player(http, "Owner")
    made = owner.post(TOKENS, {"name": "short", "scopes": ["read"], "expires_in": 60}).json()
    held = [Caller(http, made["token"], owner.id)]
    for n in range(200):
        rotated = held[n % len(held)].post(f"{TOKENS}/rotate", {"grace_seconds": 3600})
        if rotated.status_code == 201:
            held.append(Caller(http, rotated.json()["token"], owner.id))
    listed: list[Any] = owner.get(TOKENS).json()["tokens"]
    assert len(listed) <= MOST_TOKENS, len(listed)
    assert all(each["expires"] for each in listed if each["name"] == "short")
    assert owner.delete(TOKENS).status_code == 204
    assert len(owner.get(TOKENS).json()["tokens"]) == 1
    return len(listed)


def _register(http: httpx.Client, caller: Caller) -> int:
    """Register players with a token as fast as possible; return how many were admitted."""
    began = time.perf_counter()
    answers = [caller.post("/v1/players", {"name": "A"}, headers=at(9_999)) for _ in range(300)]
    made = [answer.status_code for answer in answers].count(201)
    assert made <= REGISTERED + 5 * (time.perf_counter() - began), made
    return made


def _farm_rank(http: httpx.Client) -> None:
    """Let second accounts resign at once, at a private and at a public table."""
    people = [new_player(http, f"Farm {n}") for n in range(3)]
    for private in (True, False):
        table = start_table(http, people=people, private=private)
        for person in people[1:]:
            assert person.post(f"{table.path}/resign").status_code == 200
    version = f"{table.id}:{table.seen()['version']}"
    board = f"/v1/games/{GAME}/leaderboard?min_version={version}"
    ranked = [row["player"] for row in http.get(board).json()["standings"]]
    assert people[0].id not in ranked


PROOF = Proof(
    claim="one caller with many players can take seeks, tokens and ranks from nobody",
    full=20_000,
    sample=80,
    attempt=attempt,
)
