"""Deliveries of webhooks by a real worker: notices, tests, the lobby and the feed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from standardwebhooks.webhooks import Webhook

from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.network.webhook_receiver import Receiver
from tests.support.players.callers import Caller, calling, create_webhook, new_player
from tests.support.servers.processes import Program, serving, until, working
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, open_table

LOOPBACK = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1"}


@dataclass(frozen=True)
class Sending:
    """An API that lets webhooks lead to this machine, and its webhooks worker."""

    http: httpx.Client
    worker: Program


@pytest.fixture(scope="module")
def sending(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sending]:
    """Processes on a store of their own, because a worker reads every commit of its store."""
    place: Path = tmp_path_factory.mktemp("sending")
    with (
        running("valkey", place / "store") as store,
        serving(store.url, place, **LOOPBACK) as api,
        working("projector", store.url, place),
        working("webhooks", store.url, place, **LOOPBACK) as worker,
        calling(api.base, check_documented) as http,
    ):
        yield Sending(http, worker)
        assert api.errors == ""


def delivered(caller: Caller, hook: Any) -> list[Any]:
    log = caller.get(f"/v1/webhooks/{hook['id']}/deliveries").json()["deliveries"]
    return [each for each in log if each["status"] == "delivered"]


def test_all_notices_arrive_despite_a_killed_worker_and_a_new_secret(
    sending: Sending, receiver: Receiver
) -> None:
    filled_table: HttpTable = open_table(sending.http)
    anne, bob = filled_table.people[0], filled_table.people[1]
    turns = create_webhook(anne, receiver.url, events=["your_turn"])
    table = create_webhook(
        bob, receiver.url, table=filled_table.id, events=["table_started", "table_finished"]
    )
    filled_table.host.post(f"{filled_table.path}/start")
    until(lambda: delivered(bob, table))
    until(lambda: delivered(anne, turns) or filled_table.at_turn() is not anne)
    sending.worker.kill()
    new = bob.post(f"/v1/webhooks/{table['id']}/rotate").json()
    assert new["secret"] != table["secret"]
    filled_table.finish()
    sending.worker.start()
    until(lambda: len(delivered(bob, table)) == 2)
    until(lambda: delivered(anne, turns))
    assert "of=tests" not in sending.worker.output  # no address is logged
    [finished] = receiver.of("table_finished")
    assert finished.headers["webhook-signature"].count("v1,") == 2
    for secret in (table["secret"], new["secret"]):
        told = Webhook(secret).verify(finished.body, finished.headers)
        assert told["data"] == {
            "webhook": table["id"],
            "table": filled_table.id,
            "version": filled_table.seen()["version"],
        }
    seen = bob.get(f"/v1/webhooks/{table['id']}").json()
    assert seen["previous_secret_until"] == new["previous_secret_until"]


def test_a_webhook_that_responds_with_410_is_disabled_with_a_reason(
    sending: Sending, receiver: Receiver
) -> None:
    filled_table = open_table(sending.http)
    hook = create_webhook(filled_table.host, receiver.url, events=["table_started"])
    receiver.answers = [410]
    path = f"/v1/webhooks/{hook['id']}"
    filled_table.host.post(f"{filled_table.path}/start")
    disabled = until(lambda: filled_table.host.get(path).json()["disabled"])
    assert "410" in disabled["reason"]
    [delivery] = filled_table.host.get(f"{path}/deliveries").json()["deliveries"]
    assert (delivery["status"], delivery["attempts"][0]["status"]) == ("failed", 410)


def test_a_test_and_the_lobby_are_delivered(sending: Sending, receiver: Receiver) -> None:
    anne, bob = new_player(sending.http, "Anne"), new_player(sending.http, "Bob")
    lobby = create_webhook(
        anne, receiver.url, events=["lobby_opened", "lobby_seat_taken"], games=["asterix"]
    )
    path = f"/v1/webhooks/{lobby['id']}"
    queued = anne.post(f"{path}/test")
    assert (queued.status_code, queued.json()["event"]) == (202, "test")
    assert_problem(bob.post(f"{path}/test"), 404, "no_such_webhook")
    opened = {"game": "asterix", "sit": True}
    bob.post("/v1/tables", {**opened, "private": True})
    bob.post("/v1/tables", {"game": "bug_race"})
    table = bob.post("/v1/tables", opened).json()["id"]
    until(lambda: len(delivered(anne, lobby)) == 3)
    found = [(each["event"], each["table"]) for each in delivered(anne, lobby)]
    events = {("test", None), ("lobby_opened", table), ("lobby_seat_taken", table)}
    assert set(found) == events
    [test] = [each.content for each in receiver.of("test")]
    assert test["data"] == {"webhook": lobby["id"], "table": None, "version": None}


def test_the_feed_is_delivered_without_private_tables(sending: Sending, receiver: Receiver) -> None:
    anne, bob = new_player(sending.http, "Anne"), new_player(sending.http, "Bob")
    feed = create_webhook(anne, receiver.url, events=["feed"])
    bob.post("/v1/tables", {"game": "asterix", "private": True})
    table = bob.post("/v1/tables", {"game": "asterix"}).json()["id"]
    until(lambda: delivered(anne, feed))
    bob.post(f"/v1/tables/{table}/seats", {})
    until(lambda: len(delivered(anne, feed)) == 2)
    assert {(each["event"], each["table"]) for each in delivered(anne, feed)} == {("feed", table)}
