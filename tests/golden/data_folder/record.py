"""Reads over the API what a data folder holds, for its list."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from application.version import VERSION
from domain.games import GAMES
from tests.golden.data_folder.listing import KnownTable, Listing
from tests.golden.data_folder.people import People, done
from tests.golden.data_folder.sittings import Sitting
from tests.support.servers.processes import until


def record(
    people: People,
    archived: Sequence[Sitting],
    tables: Sequence[Sitting],
    audits: Sequence[str],
    var: Path,
) -> Listing:
    """Return the list; nobody plays any more."""
    http = people.http
    hooks = done(people.caller("Anne").get("/v1/webhooks"))["webhooks"]
    return Listing(
        version=VERSION,
        players=people.known,
        tables=[_table(each, people, each in archived) for each in (*archived, *tables)],
        standings={key: _standings(http, key) for key in GAMES},
        webhooks={each["id"]: "Anne" for each in hooks},
        audits={each: _audited(http, each) for each in audits},
        acts=len(done(people.caller("Zoé").get("/v1/admin/acts"))["acts"]),
        checkpoint=http.get("/log/checkpoint").text,
        segments=sorted(path.name for path in (var / "archive" / "segments").iterdir()),
    )


def _table(sitting: Sitting, people: People, archived: bool) -> KnownTable:
    seen = sitting.seen()
    return KnownTable(
        what=sitting.what,
        id=sitting.id,
        game=sitting.game,
        status=seen["status"],
        version=seen["version"],
        head=seen["head"],
        host=people.key_of(seen["host"]),
        archived=archived,
        code=sitting.code,
        outcome=seen["outcome"],
    )


def _standings(http: httpx.Client, game: str) -> list[list[Any]]:
    ranked = done(http.get(f"/v1/games/{game}/leaderboard"))["standings"]
    return [[r["player"], r["record"]["played"], r["record"]["wins"]] for r in ranked]


def _audited(http: httpx.Client, audit: str) -> str:
    """Return the head that an audit has confirmed."""
    path = f"/v1/audits/{audit}"
    until(lambda: done(http.get(path))["status"] == "done")
    report = done(http.get(path))["report"]
    assert report["flaw"] is None
    return str(report["head"])
