"""`ludotheque upgrade` takes over the data folder of 0.3.0, even if it is killed in between."""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from domain.audit.bundle import parse
from domain.audit.verify import verify
from domain.fairness.format_2 import FORMAT_2
from store.embedded.server import EmbeddedServer
from tests.golden.data_folder.listing import KnownTable, listing, unpack
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import PROGRAM_SECONDS, until
from tests.support.servers.serve_process import ServeProcess
from workers.upkeep.upgrade import REASON

OLD = "0.3.0"
NOT_OVER = ("open", "running")
STILL_PLAYED = "bug_race"  # by the edition that its tables of 0.3.0 have
STEPS = ("closing", "moving", "rebuilding")
SETTINGS = {
    "LUDOTHEQUE_PUBLIC_LOG_ORIGIN": "ludotheque.example/log",
    "LUDOTHEQUE_PUBLIC_LOG_SECONDS": "1",
    "LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1",
}
COMMAND = (sys.executable, "-m", "workers")
LISTED = listing(OLD)
Events = dict[str, list[bytes]]  # of the tables that were in the store


def killed_at(step: str, var: Path) -> None:
    """Start the upgrade, and kill it when it says that it begins with a step."""
    words = (*COMMAND, "upgrade", "--var", str(var))
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as upgrade:
        assert upgrade.stderr is not None
        for line in upgrade.stderr:
            if line.startswith(step):
                upgrade.kill()


def stored_events(var: Path) -> Events:
    server = EmbeddedServer(var / "store")
    server.start()
    try:
        with Redis.from_url(server.url) as redis:
            return {table.id: read_events(redis, table) for table in LISTED.tables}
    finally:
        server.stop()


def read_events(redis: Any, table: KnownTable) -> list[bytes]:
    tag = f"{{p{sha256(table.id.encode()).digest()[0] >> 2:02}}}"
    return [fields[b"e"] for _, fields in redis.xrange(f"{tag}:table:{table.id}:events")]


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Events]:
    """A data folder whose upgrade was killed at each step that writes, and then completed."""
    var = unpack(OLD, tmp_path_factory.mktemp("upgrade") / "var")
    events = stored_events(var)
    for step in STEPS:
        killed_at(step, var)
    done = run(var, "upgrade")
    assert done.returncode == 0, done.stderr
    assert "Now start the server" in done.stdout
    assert "Nothing to upgrade" in run(var, "upgrade").stdout
    return var, events


def run(var: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, **SETTINGS, "LUDOTHEQUE_VAR": str(var)}
    return subprocess.run(
        [*COMMAND, *words], env=env, capture_output=True, text=True, timeout=PROGRAM_SECONDS
    )


@pytest.fixture(scope="module")
def http(upgraded: tuple[Path, Events]) -> Iterator[httpx.Client]:
    server = ServeProcess(upgraded[0], env=SETTINGS).ready()
    with calling(server.url) as client:
        yield client
    assert server.stop() == 0, server.output()
    assert "error" not in server.output().lower(), server.output()


def caller(http: httpx.Client, key: str) -> Caller:
    return Caller(http, LISTED.players[key].token, LISTED.players[key].id)


def got(answer: httpx.Response) -> Any:
    assert answer.is_success, f"{answer.request.url}: {answer.text}"
    return answer.json()


def tables_of(game: str | None = None) -> list[KnownTable]:
    """Return the tables that their hosts may still read: one host was erased, one suspended."""
    readers = {key for key, known in LISTED.players.items() if known.name and not known.suspended}
    return [t for t in LISTED.tables if t.host in readers and game in (None, t.game)]


def test_players_keep_their_tokens_names_and_recovery_codes(http: httpx.Client) -> None:
    for known in LISTED.players.values():
        for name, token in {"own": known.token, **known.tokens}.items():
            answer = Caller(http, token).get("/v1/players/me")
            if known.name is None or name == "revoked":
                assert answer.status_code == 401
            else:
                assert got(answer)["name"] == known.name
    tokens = got(caller(http, "Anne").get("/v1/players/me/tokens"))["tokens"]
    assert {each["name"] for each in tokens} >= {"display", "bot", "hooks"}
    used, unused, *_ = LISTED.players["Bob"].codes
    anybody = Caller(http)
    assert anybody.post("/v1/recoveries", {"code": used}).status_code == 401
    recovered = Caller(http, got(anybody.post("/v1/recoveries", {"code": unused}))["token"])
    assert got(recovered.get("/v1/players/me"))["id"] == LISTED.players["Bob"].id


def test_players_keep_their_records_and_are_rated_by_them(http: httpx.Client) -> None:
    for game, standings in LISTED.standings.items():
        ranked = got(http.get(f"/v1/games/{game}/leaderboard"))["standings"]
        records = [[r["player"], r["record"]["played"], r["record"]["wins"]] for r in ranked]
        assert sorted(records) == sorted(standings)
        ratings = [r["record"]["rating"] for r in ranked]
        assert ratings == sorted(ratings, reverse=True)


def test_every_history_is_served_byte_for_byte_and_verified_in_its_format(
    http: httpx.Client, upgraded: tuple[Path, Events]
) -> None:
    _, events = upgraded
    for table in tables_of():
        content = caller(http, table.host).get(f"/v1/tables/{table.id}/history").content
        bundle = parse(content)
        assert bundle.header.format == FORMAT_2.name
        served = [bytes(line.event) for line in bundle.events]
        stored = events[table.id] or served  # archived by 0.3.0
        assert served[: len(stored)] == stored
        assert bundle.events[table.version - 1].head == table.head
        assert len(served) == table.version + (table.status in NOT_OVER)
        report = verify(content)
        assert report.verdict == ("PASS" if table.game == STILL_PLAYED else "UNKNOWN_RULES")


def test_tables_that_were_not_over_are_closed_with_the_reason(http: httpx.Client) -> None:
    rows = {row["id"]: row for row in listed(caller(http, "Anne"), "/v1/tables?mine=true")}
    for table in tables_of():
        content = caller(http, table.host).get(f"/v1/tables/{table.id}/history").content
        last = bytes(parse(content).events[-1].event).decode()
        expected = "terminated" if table.status in NOT_OVER else table.status
        assert f'"reason":"{expected}"' in last
        assert (f'"notice":"{REASON}"' in last) is (table.status in NOT_OVER)
        if table.host == "Anne":
            assert rows[table.id]["status"] == expected


def listed(who: Caller, path: str) -> list[Any]:
    """Return all rows of a list."""
    found: list[Any] = []
    cursor = ""
    while True:
        page = got(who.get(f"{path}&limit=10{cursor}"))
        found += page["tables"]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def test_lists_have_every_public_table(http: httpx.Client) -> None:
    public = {t.id for t in LISTED.tables if "private" not in t.what}
    rows = listed(Caller(http), "/v1/tables?sort=oldest")
    old = [row for row in rows if row["id"] in public]
    assert len(old) == len(public)
    assert {row["status"] for row in old}.isdisjoint(NOT_OVER)
    assert listed(Caller(http), "/v1/tables?status=running") == []


def test_tables_of_an_edition_that_is_played_are_shown_whole(http: httpx.Client) -> None:
    for table in tables_of(STILL_PLAYED):
        host, path = caller(http, table.host), f"/v1/tables/{table.id}"
        seen = got(host.get(path))
        assert seen["outcome"] == table.outcome
        assert seen["version"] == table.version + (table.status in NOT_OVER)
        assert got(host.get(f"{path}?at=1"))["version"] == 1
        assert got(host.get(f"{path}/events?limit=5"))["events"]
        assert host.get(f"{path}/views").is_success
        assert got(host.get(f"{path}/actions"))["actions"] == []
        assert "event: bye" in host.get(f"{path}/events/stream").text


def test_tables_of_an_ended_edition_say_what_can_be_read(http: httpx.Client) -> None:
    [table] = [t for t in tables_of("asterix") if t.what == "archived"]
    for page in ("", "/events", "/views", "/actions"):
        problem = caller(http, table.host).get(f"/v1/tables/{table.id}{page}").json()
        assert problem["type"] == "/problems/unknown_rules"
        assert "can be read and verified" in problem["detail"]


def test_audits_receipts_and_the_log_have_old_and_new_ends(http: httpx.Client) -> None:
    for audit, head in LISTED.audits.items():
        assert got(http.get(f"/v1/audits/{audit}"))["report"]["head"] == head
    until(lambda: "ludotheque_public_log_lateness_seconds 0.0" in http.get("/metrics").text)
    size = int(http.get("/log/checkpoint").text.splitlines()[1])
    closed_now = [t for t in LISTED.tables if t.status in NOT_OVER and t.what != "sandbox"]
    assert size == int(LISTED.checkpoint.splitlines()[1]) + len(closed_now)
    for table in tables_of(STILL_PLAYED):
        host, path = caller(http, table.host), f"/v1/tables/{table.id}"
        assert host.get(f"{path}/receipt").is_success
        if table.status != "open" and table.what != "rematch":
            assert host.get(f"{path}/receipt?of=start").is_success
        asked = got(host.post(f"{path}/audits"))
        at = f"/v1/audits/{asked['id']}"
        report = until(lambda at=at: got(http.get(at))["report"])  # type: ignore[misc]
        assert (report["flaw"], report["under_own"]["same"]) == (None, True)


def test_webhooks_and_acts_are_kept(http: httpx.Client) -> None:
    [webhook] = LISTED.webhooks
    anne = caller(http, "Anne")
    assert [each["id"] for each in got(anne.get("/v1/webhooks"))["webhooks"]] == [webhook]
    path = f"/v1/webhooks/{webhook}/deliveries"
    tables = {t.id for t in LISTED.tables if t.status in NOT_OVER and t.host == "Anne"}
    until(lambda: tables <= {d["table"] for d in got(anne.get(path))["deliveries"]})
    acts = got(caller(http, "Zoé").get("/v1/admin/acts"))["acts"]
    assert len(acts) == LISTED.acts
    suspended = got(caller(http, "Zoé").get("/v1/admin/suspensions"))["suspensions"]
    assert [each["player"] for each in suspended] == [LISTED.players["Félix"].id]


def test_people_play_on_and_the_page_is_served(http: httpx.Client) -> None:
    opened = caller(http, "Anne").post("/v1/tables", {"game": "asterix", "sit": True})
    assert got(opened)["status"] == "open"
    page = http.get("/", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["Content-Type"][:9]) == (200, "text/html")
    assert len(http.get("/v1/feed?limit=5").text.splitlines()) > 5


@pytest.mark.usefixtures("http")
def test_scrub_finds_nothing_wrong(upgraded: tuple[Path, Events]) -> None:
    found = run(upgraded[0], "scrub", "--jobs", "1")
    assert found.returncode == 0, found.stdout
    assert ": 0 damaged" in found.stdout
