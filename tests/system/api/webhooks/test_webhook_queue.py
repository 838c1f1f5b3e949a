"""The queue of a webhook over HTTP: full, disabled, enabled, sent again and paged."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.network.webhook_receiver import Receiver
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import serving, until, working
from tests.support.stores.servers import running
from tests.support.tables.http_table import open_table, start_table

MOST_WAITING = 2
ENV = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1", "LUDOTHEQUE_WEBHOOKS_WAITING": str(MOST_WAITING)}
UNKNOWN = "msg_" + "a" * 24


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server on which two deliveries of a webhook may wait, and its workers.

    They have a store of their own, because a worker reads every commit of its store.
    """
    place: Path = tmp_path_factory.mktemp("queue")
    with (
        running("valkey", place / "store") as store,
        serving(store.url, place, **ENV) as api,
        calling(api.base, check_documented) as http,
        working("projector", store.url, place, **ENV),
        working("webhooks", store.url, place, **ENV),
    ):
        yield http
        assert api.errors == ""


@pytest.fixture
def anne(here: httpx.Client) -> Caller:
    return new_player(here, "Anne")


class Watched:
    """A webhook of a player for each start of any table of a list."""

    def __init__(self, http: httpx.Client, receiver: Receiver) -> None:
        self.table = open_table(http)
        self.owner = self.table.host
        wanted = {"url": receiver.url, "events": ["table_started"]}
        answer = self.owner.post("/v1/webhooks", wanted)
        assert answer.status_code == 201, answer.text
        self.path = f"/v1/webhooks/{answer.json()['id']}"

    def start_tables(self, count: int) -> None:
        """Start tables of the owner: one notice each."""
        for _ in range(count):
            start_table(self.owner.http, people=[self.owner], bots=("random", "random"))

    def seen(self) -> Any:
        return self.owner.get(self.path).json()

    def log(self) -> list[Any]:
        """Return all deliveries, page by page."""
        found: list[Any] = []
        query = "?limit=1"
        while True:
            page = self.owner.get(f"{self.path}/deliveries{query}").json()
            found += page["deliveries"]
            if page["next"] is None:
                return found
            query = f"?limit=1&cursor={page['next']}"

    def statuses(self) -> list[str]:
        return sorted(each["status"] for each in self.log())


@pytest.fixture
def overflowed(here: httpx.Client, receiver: Receiver) -> Watched:
    """A webhook whose address answered 503 until its queue was full."""
    receiver.answers = [503] * 1000
    watched = Watched(here, receiver)
    watched.start_tables(MOST_WAITING + 1)
    until(lambda: watched.seen()["disabled"])
    return watched


def test_a_full_queue_is_logged_and_disables_with_a_reason(overflowed: Watched) -> None:
    assert "2 deliveries wait" in overflowed.seen()["disabled"]["reason"]
    newest, *others = overflowed.log()
    assert newest["status"] == "failed"
    assert "was not queued" in newest["reason"]
    assert [each["status"] for each in others] == ["waiting"] * MOST_WAITING


def test_a_disabled_webhook_sends_nothing_again(overflowed: Watched) -> None:
    [failed] = [each for each in overflowed.log() if each["status"] == "failed"]
    one = f"{overflowed.path}/deliveries/{failed['id']}/redeliver"
    for path in (one, f"{overflowed.path}/redeliver"):
        assert_problem(overflowed.owner.post(path), 409, "webhook_disabled")


def test_an_enabled_webhook_sends_what_waits_and_then_what_failed(
    overflowed: Watched, receiver: Receiver
) -> None:
    receiver.answers.clear()
    answer = overflowed.owner.post(f"{overflowed.path}/enable")
    assert (answer.status_code, answer.json()["disabled"]) == (200, None)
    until(lambda: overflowed.statuses() == ["delivered", "delivered", "failed"])
    again = overflowed.owner.post(f"{overflowed.path}/redeliver")
    assert (again.status_code, again.json()) == (202, {"queued": 1, "failed": 0})
    until(lambda: overflowed.statuses() == ["delivered"] * 3)
    assert len({each.id for each in receiver.received}) == 3


def test_one_delivery_is_sent_again_under_its_id(here: httpx.Client, receiver: Receiver) -> None:
    watched = Watched(here, receiver)
    watched.start_tables(1)
    until(lambda: watched.statuses() == ["delivered"])
    [sent] = watched.log()
    again = watched.owner.post(f"{watched.path}/deliveries/{sent['id']}/redeliver")
    assert (again.status_code, again.json()["status"]) == (202, "waiting")
    until(lambda: [each.id for each in receiver.received] == [sent["id"]] * 2)
    until(lambda: watched.statuses() == ["delivered"])
    [sent] = watched.log()
    assert len(sent["attempts"]) == 2


def test_a_delivery_that_is_not_in_the_log_is_not_sent(
    here: httpx.Client, receiver: Receiver
) -> None:
    watched = Watched(here, receiver)
    path = f"{watched.path}/deliveries/{UNKNOWN}/redeliver"
    assert_problem(watched.owner.post(path), 404, "no_such_delivery")


def test_nothing_is_sent_again_while_the_queue_is_full(overflowed: Watched) -> None:
    [failed] = [each for each in overflowed.log() if each["status"] == "failed"]
    overflowed.owner.post(f"{overflowed.path}/enable")  # the address answers 503 still
    path = f"{overflowed.path}/deliveries/{failed['id']}/redeliver"
    assert_problem(overflowed.owner.post(path), 409, "webhook_queue_full")
    again = overflowed.owner.post(f"{overflowed.path}/redeliver")
    assert again.json() == {"queued": 0, "failed": 1}


def test_a_webhook_that_fails_in_a_row_is_paused_until_it_is_enabled(
    overflowed: Watched, receiver: Receiver
) -> None:
    overflowed.owner.post(f"{overflowed.path}/enable")

    def paused() -> Any:
        return overflowed.seen()["paused_until"]

    until(paused)
    assert overflowed.owner.post(f"{overflowed.path}/enable").json()["paused_until"] is None
    receiver.answers.clear()


def test_the_list_of_webhooks_is_paged(anne: Caller, receiver: Receiver) -> None:
    made = [anne.post("/v1/webhooks", {"url": receiver.url}).json()["id"] for _ in range(5)]
    found: list[str] = []
    query = "?limit=2"
    while query:
        page = anne.get(f"/v1/webhooks{query}").json()
        assert len(page["webhooks"]) <= 2
        found += [each["id"] for each in page["webhooks"]]
        query = page["next"] and f"?limit=2&cursor={page['next']}"
    assert sorted(found) == sorted(made)


def test_a_cursor_of_another_list_is_no_page(anne: Caller, receiver: Receiver) -> None:
    hook = anne.post("/v1/webhooks", {"url": receiver.url}).json()
    for path in ("/v1/webhooks", f"/v1/webhooks/{hook['id']}/deliveries"):
        for cursor in ("nonsense", "MA", "e30"):
            answer = anne.get(f"{path}?cursor={cursor}")
            assert assert_problem(answer, 404, "no_such_page")["field"] == "cursor"
