"""Webhooks over HTTP: created, shown without their secret, changed and deleted."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.network.webhook_receiver import Receiver
from tests.support.players.callers import Caller, calling, create_webhook, new_player
from tests.support.servers.processes import serving
from tests.support.stores.contents import StoreContents

LOOPBACK = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1"}
INTERNAL = [  # more of them in unit/application/webhooks/test_address.py
    "https://127.0.0.1/",
    "https://intranet/",
    "https://1.1.1.1:22/",
    "http://1.1.1.1/",
    "https://this-name-leads.invalid/",
]
BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "url"),
    ({"url": 7}, "url"),
    ({"url": "ftp://example.org/"}, "url"),
    ({"url": "https://user:word@example.org/"}, "url"),
    ({"url": "https://example.org/#x"}, "url"),
    ({"url": "https://example.org/ \n"}, "url"),
    ({"url": "https://example.org/" + "x" * 500}, "url"),
    ({"url": "https://1.1.1.1/", "events": []}, "events"),
    ({"url": "https://1.1.1.1/", "events": ["dice"]}, "events[0]"),
    ({"url": "https://1.1.1.1/", "events": ["your_turn"] * 11}, "events"),
    ({"url": "https://1.1.1.1/", "secret": "mine"}, "secret"),
    ({"url": "https://1.1.1.1/", "games": [7]}, "games[0]"),
]


@pytest.fixture(scope="module")
def here(store: EmbeddedServer, directory: Path) -> Iterator[httpx.Client]:
    """A process that lets webhooks lead to this machine, as in development."""
    with (
        serving(store.url, directory, **LOOPBACK, LUDOTHEQUE_WEBHOOKS_PER_PLAYER="10") as api,
        calling(api.base, check_documented) as http,
    ):
        yield http
        assert api.errors == ""


def test_a_secret_is_shown_once(here: httpx.Client, receiver: Receiver) -> None:
    anne = new_player(here, "Anne")
    answer = anne.post("/v1/webhooks", {"url": receiver.url})
    hook = answer.json()
    assert hook["secret"].startswith("whsec_")
    assert hook["events"] == ["your_turn", "table_started", "table_finished", "rematch"]
    seen = anne.get(answer.headers["location"])
    assert hook["secret"] not in seen.text + anne.get("/v1/webhooks").text
    assert seen.json() == {name: hook[name] for name in hook if name != "secret"}
    assert anne.get("/v1/webhooks").json() == {"webhooks": [seen.json()], "next": None}


def test_the_webhooks_of_others_do_not_exist(here: httpx.Client, receiver: Receiver) -> None:
    anne, bob = new_player(here, "Anne"), new_player(here, "Bob")
    path = f"/v1/webhooks/{create_webhook(anne, receiver.url)['id']}"
    assert bob.get("/v1/webhooks").json() == {"webhooks": [], "next": None}
    for answer in (
        bob.get(path),
        bob.delete(path),
        bob.get(f"{path}/deliveries"),
        bob.post(f"{path}/rotate"),
        bob.post(f"{path}/enable"),
        bob.post(f"{path}/redeliver"),
        bob.post(f"{path}/deliveries/msg_{'a' * 24}/redeliver"),
        bob.get("/v1/webhooks/nonsense"),
    ):
        assert_problem(answer, 404, "no_such_webhook")
    assert_problem(Caller(here).get(path), 401, "token_missing")
    assert anne.get(path).status_code == 200


def test_a_player_may_have_ten(here: httpx.Client, receiver: Receiver) -> None:
    anne = new_player(here, "Anne")
    hooks = [create_webhook(anne, receiver.url) for _ in range(10)]
    assert_problem(anne.post("/v1/webhooks", {"url": receiver.url}), 409, "too_many_webhooks")
    assert anne.delete(f"/v1/webhooks/{hooks[0]['id']}").status_code == 204
    assert_problem(anne.get(f"/v1/webhooks/{hooks[0]['id']}"), 404, "no_such_webhook")
    create_webhook(anne, receiver.url)


@pytest.mark.parametrize("url", INTERNAL)
def test_an_internal_address_is_refused_and_nothing_is_kept(
    anne: Caller, stored: StoreContents, url: str
) -> None:
    with stored.unchanged():
        answer = anne.post("/v1/webhooks", {"url": url})
    assert assert_problem(answer, 409, "address_refused")["field"] == "url"


def test_this_machine_is_refused_unless_it_is_for_development(
    anne: Caller, receiver: Receiver
) -> None:
    assert_problem(anne.post("/v1/webhooks", {"url": receiver.url}), 409, "address_refused")


@pytest.mark.parametrize(("body", "field"), BAD)
def test_a_body_of_another_form_is_malformed(
    anne: Caller, stored: StoreContents, body: dict[str, Any], field: str
) -> None:
    with stored.unchanged():
        answer = anne.post("/v1/webhooks", body)
    assert assert_problem(answer, 400, "malformed")["field"] == field


def test_a_webhook_of_an_unknown_table_is_rejected(anne: Caller) -> None:
    for table in ("a" * 26, "nonsense"):
        body = {"url": "https://1.1.1.1/", "table": table}
        assert_problem(anne.post("/v1/webhooks", body), 404, "no_such_table")


def test_erasing_a_player_takes_the_webhooks_along(
    here: httpx.Client, receiver: Receiver, stored: StoreContents
) -> None:
    anne = new_player(here, "Anne")
    hook = create_webhook(anne, receiver.url)
    assert stored.keys_with(hook["id"])
    anne.erase()
    assert stored.keys_with(hook["id"]) == []


def test_a_webhook_of_the_lobby_is_of_no_single_table(
    here: httpx.Client, receiver: Receiver
) -> None:
    anne = new_player(here, "Anne")
    table = anne.post("/v1/tables", {"game": "asterix"}).json()["id"]
    for event in ("lobby_opened", "feed"):
        body = {"url": receiver.url, "events": [event], "table": table}
        assert_problem(anne.post("/v1/webhooks", body), 409, "bad_value")
    wrong = {"url": receiver.url, "games": ["chess"]}
    assert_problem(anne.post("/v1/webhooks", wrong), 400, "malformed")


def test_tests_are_limited(store: EmbeddedServer, directory: Path, receiver: Receiver) -> None:
    limits = {**LOOPBACK, "LUDOTHEQUE_WEBHOOK_TESTS": "1/h"}
    with serving(store.url, directory, **limits) as api, calling(api.base) as http:
        anne = new_player(http, "Anne")
        path = f"/v1/webhooks/{create_webhook(anne, receiver.url)['id']}/test"
        assert anne.post(path).status_code == 202
        assert_problem(anne.post(path), 429, "too_many_tests")
