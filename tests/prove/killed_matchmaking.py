"""API processes are killed while players seek tables: everyone gets one seat at one table."""

import random
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from tests.prove.proof import Proof, Show
from tests.support.players.callers import Caller, new_player
from tests.support.servers.processes import Api, serving, succeeds, until
from tests.support.stores.servers import running

PEOPLE, SEATS = 12, 3
WISH = {"game": "galopp_royal", "seats": SEATS}


def attempt(count: int, show: Show) -> str:
    """Kill one of two processes `count` times, each time while a group of players seeks."""
    rng = random.Random(count)
    seated = finished_by_others = 0
    with tempfile.TemporaryDirectory(prefix="seeks-") as directory:
        folder = Path(directory)
        with (
            running("valkey", folder / "store") as store,
            serving(store.url, folder) as fragile,
            serving(store.url, folder) as steady,
        ):
            for n in range(count):
                show(f"{n} kills, {seated} players seated")
                finished_by_others += _round(fragile, steady, n, rng)
                seated += PEOPLE
    return (
        f"{count} kills while {seated} players sought tables of {SEATS}: each got one seat;"
        f" {finished_by_others} of them read their table only after the kill"
    )


def _round(fragile: Api, steady: Api, n: int, rng: random.Random) -> int:
    """Let players seek while a process is killed; return how many waited beyond that."""
    clock = {"kind": "per_decision", "seconds": 60 + n}
    with (
        httpx.Client(base_url=fragile.base) as there,
        httpx.Client(base_url=steady.base) as here,
    ):
        people = [new_player(here, f"Player {k}") for k in range(PEOPLE)]
        killing = threading.Timer(rng.random() * 0.4, fragile.kill)
        killing.start()
        with ThreadPoolExecutor(PEOPLE) as threads:
            sides = [each.at(there) if k % 2 else each for k, each in enumerate(people)]
            sought = list(threads.map(lambda each: _seek(each, here, clock), sides))
        killing.join()
        late = [each["status"] for each in sought].count("waiting")
        seen = until(lambda: _all_matched(people, sought))
        _check(here, people, seen)
        fragile.kill()
        fragile.start()
        until(lambda: succeeds("/health/live", there))
    return late


def _seek(caller: Caller, here: httpx.Client, clock: dict[str, Any]) -> Any:
    """Seek once: after a lost answer, look whether the seek was made."""
    while True:
        with suppress(httpx.HTTPError):
            answer = caller.post("/v1/seeks", {**WISH, "clock": clock})
            if answer.status_code == 201:
                return answer.json()
        caller = caller.at(here)
        if made := caller.get("/v1/seeks").json()["seeks"]:
            return made[0]
        time.sleep(0.05)


def _all_matched(people: list[Caller], sought: list[Any]) -> list[Any] | None:
    """Read every seek, as a player who waits does; this finishes what a dead process left."""
    pairs = zip(people, sought, strict=True)
    seen = [person.get(f"/v1/seeks/{seek['id']}").json() for person, seek in pairs]
    return seen if all(each["status"] == "matched" for each in seen) else None


def _check(here: httpx.Client, people: list[Caller], seen: list[Any]) -> None:
    """Every table is full and runs; every player has one seat, at the table of the seek."""
    tables = Counter(each["table"] for each in seen)
    assert set(tables.values()) == {SEATS}, tables
    seats: list[str] = []
    for table in tables:
        found = until(lambda table=table: _running(here, people, table))  # type: ignore[misc]
        seats += [seat["player"] for seat in found["seats"]]
    assert Counter(seats) == Counter(person.id for person in people)


def _running(here: httpx.Client, people: list[Caller], table: str) -> Any:
    """Return the table once it runs; a dead process has left it to the next who reads a seek."""
    [newest, *_] = people[0].get("/v1/seeks").json()["seeks"]
    people[0].get(f"/v1/seeks/{newest['id']}")
    answer = here.get(f"/v1/tables/{table}")
    found = answer.json()
    return found if answer.status_code == 200 and found["status"] == "running" else None


PROOF = Proof(
    claim="every seek leads to one seat at one table, however often API processes are killed",
    full=100,
    sample=1,
    attempt=attempt,
)
