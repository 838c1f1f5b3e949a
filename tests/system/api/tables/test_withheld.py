"""Sealed luck that is not revealed: the table closes as `withheld`, and everybody learns of it."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from domain.audit.verify import verify
from domain.fairness.chain import sealed_luck
from openapi.clients import verify as one_file
from tests.support.documents.document_check import check_documented
from tests.support.network.sse import open_stream
from tests.support.network.webhook_receiver import Receiver
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import serving, until, working
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, open_table
from tests.support.tables.timed_tables import seconds

LOOPBACK = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1"}
SHARE = bytes(32)
REVEAL_SECONDS = 30.0


@pytest.fixture(scope="module")
def whole_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A store, an API process, and the workers for clocks, webhooks and lists."""
    directory = tmp_path_factory.mktemp("withheld")
    with ExitStack() as processes:
        store = processes.enter_context(running("valkey", directory / "store"))
        api = processes.enter_context(serving(store.url, directory, **LOOPBACK))
        for kind in ("timers", "webhooks", "projector"):
            processes.enter_context(working(kind, store.url, directory, **LOOPBACK))
        yield processes.enter_context(calling(api.base, check_documented))
        assert api.errors == ""


def sealed_table(http: httpx.Client, clock: int | None) -> HttpTable:
    """Return a table at which the host and Bob have given sealed luck; it has not started."""
    table = open_table(http, clock=clock)
    for who in table.people[:2]:
        given = {"commitment": sealed_luck(table.id, who.id, SHARE)}
        assert who.post(f"{table.path}/luck", given).status_code == 200
    return table


def reveal(table: HttpTable, who: Caller) -> None:
    answer = who.post(f"{table.path}/luck/reveal", {"share": SHARE.hex()})
    assert answer.status_code == 200, answer.text


def hook(who: Caller, receiver: Receiver) -> str:
    made = who.post("/v1/webhooks", {"url": receiver.url})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def check_history(table: HttpTable) -> None:
    accept = {"Accept": "application/x-ndjson"}
    content = table.host.get(f"{table.path}/history", headers=accept).content
    report = verify(content)
    assert (report.verdict, report.status) == ("PASS", "withheld")
    assert one_file.verify(content.decode()).word == "PASS"


@pytest.mark.long
def test_a_missed_reveal_is_closed_by_the_clock_streamed_and_notified(
    whole_server: httpx.Client, receiver: Receiver
) -> None:
    """Bob does not reveal. Cleo gave no luck, watches the stream and has a webhook."""
    table = sealed_table(whole_server, clock=600)
    host, _, cleo = table.people
    webhook = hook(cleo, receiver)
    with open_stream(cleo, table.path, after=0, max_seconds=600) as stream:
        host.post(f"{table.path}/start")
        asked = table.seen()["decision"]
        assert (asked["kind"], asked["seats"]) == ("reveal", [0, 1])
        reveal(table, host)
        assert cleo.get(f"{table.path}/actions").json()["actions"] == []
        [bye] = until(lambda: stream.named("bye"))
        closed = stream.events()[-1]
    assert bye == {"reason": "finished", "next_after": closed["version"]}
    assert closed["type"] == "table.closed"
    data = {name: closed["data"][name] for name in ("reason", "withheld", "outcome")}
    assert data == {"reason": "withheld", "withheld": [1], "outcome": None}
    [started] = [e for e in stream.events() if e.get("type") == "table.started"]
    assert seconds(closed["at"]) >= seconds(started["at"]) + REVEAL_SECONDS
    [notice] = until(lambda: receiver.of("table_finished"))
    told = {"webhook": webhook, "table": table.id, "version": closed["version"]}
    assert notice.content["data"] == told
    assert receiver.of("your_turn") == []  # Cleo had nothing to reveal
    assert table.seen()["status"] == "withheld"
    listed = {"status": "withheld", "min_version": f"{table.id}:{closed['version']}"}
    rows = cleo.get("/v1/tables", params=listed).json()["tables"]
    assert table.id in [row["id"] for row in rows]
    counts = [cleo.get(f"/v1/players/{who.id}").json()["withheld"] for who in table.people]
    assert counts == [0, 1, 0]
    check_history(table)


def test_a_sealed_player_who_leaves_closes_the_table_for_all(
    whole_server: httpx.Client, receiver: Receiver
) -> None:
    table = sealed_table(whole_server, clock=None)
    host, bob, cleo = table.people
    hook(bob, receiver)
    with open_stream(cleo, table.path, after=0) as stream:
        host.post(f"{table.path}/start")
        turn = until(lambda: receiver.of("your_turn"))
        assert turn[0].content["data"]["table"] == table.id  # a call to reveal
        reveal(table, bob)
        host.delete(f"{table.path}/seats/0")
        assert stream.bye()["reason"] == "finished"
    closed = stream.events()[-1]
    assert (closed["data"]["reason"], closed["data"]["withheld"]) == ("withheld", [0])
    until(lambda: receiver.of("table_finished"))
    check_history(table)
