"""Several tokens of one player: scopes, expiry, rotation; revocation reaches every process."""

import time
from typing import Any

import httpx
import pytest

from application.lib.reading_loop import TRUSTED_SECONDS
from application.ports.accounts import MOST_TOKENS
from tests.support.documents.document_check import assert_problem
from tests.support.network.sse import open_stream
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable

TOKENS = "/v1/players/me/tokens"
ME = "/v1/players/me"
HOOK = {"url": "https://example.org/hook"}


def another(caller: Caller, *scopes: str, **more: Any) -> Caller:
    """The same player with a new token of these scopes."""
    made = caller.post(TOKENS, {"name": "another", "scopes": scopes, **more})
    assert made.status_code == 201, made.text
    return Caller(caller.http, made.json()["token"], caller.id)


def tokens(caller: Caller) -> dict[str, Any]:
    return {each["name"]: each for each in caller.get(TOKENS).json()["tokens"]}


def test_tokens_are_listed_without_their_secrets(anne: Caller, stored: StoreContents) -> None:
    bot = anne.post(TOKENS, {"name": "My bot", "scopes": ["play"], "expires_in": 3600}).json()
    listed = tokens(anne)
    assert set(listed) == {"first", "My bot"}
    assert listed["first"]["scopes"] == ["play", "read", "webhooks"]
    assert (listed["first"]["current"], listed["My bot"]["current"]) == (True, False)
    assert (listed["first"]["expires"], listed["My bot"]["expires"]) == (None, bot["expires"])
    assert not [row for row in listed.values() if "token" in row]
    assert stored.keys_with(bot["token"]) == []


@pytest.mark.parametrize(
    ("scope", "may_read", "may_play", "may_hook"),
    [("read", True, False, False), ("play", True, True, False), ("webhooks", False, False, True)],
)
def test_a_token_may_do_what_its_scope_says(
    anne: Caller, scope: str, may_read: bool, may_play: bool, may_hook: bool
) -> None:
    table = anne.post("/v1/tables", {"game": GAME, "sit": True}).headers["location"]
    limited = another(anne, scope)
    answers = {
        limited.get(ME): may_read,
        limited.get(table): may_read,
        limited.post(f"{table}/tickets"): may_read,
        limited.post("/v1/tables", {"game": GAME}): may_play,
        limited.post(f"{table}/commands", {"type": f"{GAME}.play", "card": "R-red-4"}): may_play,
        limited.get("/v1/webhooks"): may_hook,
    }
    for answer, allowed in answers.items():
        assert (answer.status_code != 403) == allowed, answer.text
        if not allowed:
            assert_problem(answer, 403, "scope_missing")


def test_a_limited_token_cannot_manage_the_account(anne: Caller) -> None:
    limited = another(anne, "play", "read")
    first = tokens(anne)["first"]["id"]
    body = {"name": "more", "scopes": ["play"]}
    for answer in (
        limited.get(TOKENS),
        limited.post(TOKENS, body),
        limited.delete(f"{TOKENS}/{first}"),
        limited.ask("PATCH", ME, json={"name": "Eve"}),
        limited.post(f"{ME}/recovery-codes"),
        limited.get(f"{ME}/recovery-codes"),
        limited.delete(ME),
    ):
        assert_problem(answer, 403, "scope_missing")
    assert limited.delete(f"{TOKENS}/{tokens(anne)['another']['id']}").status_code == 204
    assert_problem(limited.get(ME), 401, "token_unknown")


def test_a_guest_manages_an_account_without_webhooks(anyone: Caller) -> None:
    body = {"name": "Guest 7", "scopes": ["play"], "expires_in": 3600}
    made = anyone.post("/v1/players", body).json()
    guest = Caller(anyone.http, made["token"], made["id"])
    assert (made["scopes"], made["expires"] is None) == (["play"], False)
    assert guest.ask("PATCH", ME, json={"name": "Grace"}).json()["name"] == "Grace"
    assert guest.get(ME).json()["name"] == "Grace"
    assert_problem(guest.post("/v1/webhooks", HOOK), 403, "scope_missing")
    refused = guest.post(TOKENS, {"name": "more", "scopes": ["webhooks"]})
    assert assert_problem(refused, 403, "scope_missing")["field"] == "scopes"


def rotate(caller: Caller, **body: Any) -> httpx.Response:
    return caller.post(f"{TOKENS}/rotate", {"confirm": caller.id, **body})


@pytest.mark.parametrize("confirm", [None, "", "yes", "a" * 26])
def test_erasing_and_rotating_need_the_own_id(anne: Caller, confirm: str | None) -> None:
    sent = {} if confirm is None else {"confirm": confirm}
    erased = anne.delete("/v1/players/me", params=sent)
    for answer in (erased, anne.post(f"{TOKENS}/rotate", sent)):
        assert assert_problem(answer, 409, "not_confirmed")["field"] == "confirm"
    assert anne.get("/v1/players/me").status_code == 200
    assert anne.erase().status_code == 204


def test_a_rotated_token_is_replaced_at_once_or_after_a_while(anne: Caller) -> None:
    old = another(anne, "play")
    made = rotate(old, grace_seconds=60).json()
    new = Caller(anne.http, made["token"], anne.id)
    assert (made["name"], made["scopes"]) == ("another", ["play"])
    assert (old.get(ME).status_code, new.get(ME).status_code) == (200, 200)
    last = Caller(anne.http, rotate(new).json()["token"], anne.id)
    assert_problem(new.get(ME), 401, "token_unknown")
    assert last.get(ME).status_code == 200


def test_a_rotated_token_keeps_its_expiry_unless_the_owner_asks_for_more(anne: Caller) -> None:
    short = another(anne, "read", expires_in=60)
    ends = tokens(anne)["another"]["expires"]
    for body in ({}, {"expires_in": 3600}):
        rotated = rotate(short, **body).json()
        assert (rotated["scopes"], rotated["expires"]) == (["read"], ends)
        short = Caller(anne.http, rotated["token"], anne.id)
    assert rotate(short, expires_in=1).json()["expires"] < ends
    guest = another(anne, "play", "read", "webhooks", expires_in=60)
    assert rotate(guest, expires_in=3600).json()["expires"] > ends


def test_a_token_in_its_grace_time_cannot_rotate(anne: Caller) -> None:
    old = another(anne, "read")
    rotated = rotate(old, grace_seconds=3600)
    assert rotated.status_code == 201
    for _ in range(2):
        assert_problem(rotate(old, grace_seconds=3600), 409, "token_rotated")
    assert len(anne.get(TOKENS).json()["tokens"]) == 3
    assert old.get(ME).status_code == 200


def test_the_owner_revokes_all_others_when_there_is_no_place_left(anne: Caller) -> None:
    others = [another(anne, "read", "play") for _ in range(MOST_TOKENS - 1)]
    full = rotate(others[0], grace_seconds=60)
    assert assert_problem(full, 409, "too_many_tokens")["limit"] == MOST_TOKENS
    assert_problem(others[0].delete(TOKENS), 403, "scope_missing")
    assert anne.delete(TOKENS).status_code == 204
    assert_problem(others[-1].get(ME), 401, "token_unknown")
    assert [each["current"] for each in anne.get(TOKENS).json()["tokens"]] == [True]


def test_a_revoked_token_is_unknown_to_every_process_within_a_second(
    anne: Caller, second: httpx.Client, race: HttpTable
) -> None:
    spare = another(anne, "play")
    there = spare.at(second)
    ticket = spare.post(f"{race.path}/tickets").json()
    with open_stream(there, race.path) as stream:
        stream.wait_for(lambda stream: stream.named("snapshot"))
        assert there.get(ME).status_code == 200  # in the memory of that process
        assert anne.delete(f"{TOKENS}/{tokens(anne)['another']['id']}").status_code == 204
        assert_problem(spare.get(ME), 401, "token_unknown")  # here at once
        time.sleep(TRUSTED_SECONDS)
        assert_problem(there.get(ME), 401, "token_unknown")
        stream.wait_for(lambda stream: stream.named("bye"))
        assert stream.named("bye")[0]["reason"] == "token_unknown"
    assert_problem(Caller(anne.http).get(ticket["stream"]), 401, "ticket_unknown")
    assert anne.at(second).get(ME).status_code == 200


def test_only_so_many_tokens_and_only_existing_ones_are_revoked(anne: Caller) -> None:
    for _ in range(MOST_TOKENS - 1):
        another(anne, "read")
    refused = anne.post(TOKENS, {"name": "one more", "scopes": ["read"]})
    assert assert_problem(refused, 409, "too_many_tokens")["limit"] == MOST_TOKENS
    assert_problem(anne.delete(f"{TOKENS}/{'a' * 26}"), 404, "no_such_token")
