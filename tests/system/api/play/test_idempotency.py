"""The same key and body again: the same answer, and nothing is appended."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import serving
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable, open_table, start_table

KEY = {"Idempotency-Key": "once"}


def send_first(race: HttpTable, **headers: str) -> tuple[Caller, Any, httpx.Response]:
    asked = race.at_turn()
    command = race.listed(asked)
    answer = race.send(asked, command, headers={**KEY, **headers})
    assert answer.status_code == 200
    return asked, command, answer


def test_the_same_again_is_answered_byte_for_byte(race: HttpTable, stored: StoreContents) -> None:
    asked, command, first = send_first(race)
    with stored.unchanged():
        again = race.send(asked, command, headers=KEY)
    assert (again.status_code, again.content) == (200, first.content)


def test_the_order_of_keys_and_blanks_do_not_make_another_body(
    race: HttpTable, stored: StoreContents
) -> None:
    asked, command, first = send_first(race)
    turned = dict(reversed(command.items()))
    with stored.unchanged():
        assert race.send(asked, turned, headers=KEY).content == first.content


def test_the_last_command_of_a_table_too(http: httpx.Client, stored: StoreContents) -> None:
    race = start_table(http)
    sent: list[tuple[Caller, Any, dict[str, str], httpx.Response]] = []
    while race.seen()["status"] == "running":
        asked = race.at_turn()
        command, key = race.listed(asked), {"Idempotency-Key": f"n{len(sent)}"}
        sent.append((asked, command, key, race.send(asked, command, headers=key)))
    with stored.unchanged():
        for asked, command, key, first in sent:
            assert race.send(asked, command, headers=key).content == first.content


def test_another_process_knows_it(
    race: HttpTable, second: httpx.Client, stored: StoreContents
) -> None:
    asked, command, first = send_first(race)
    with stored.unchanged():
        again = race.send(asked.at(second), command, headers=KEY)
    assert (again.status_code, again.content) == (200, first.content)


def test_the_same_process_knows_it_after_a_restart(
    store: EmbeddedServer, tmp_path: Path, stored: StoreContents
) -> None:
    with serving(store.url, tmp_path) as api:
        with calling(api.base, check_documented) as http:
            race = start_table(http)
            asked, command, first = send_first(race)
        api.kill()
        api.start()
        with calling(api.base, check_documented) as http, stored.unchanged():
            again = race.send(asked.at(http), command, headers=KEY)
        assert (again.status_code, again.content) == (200, first.content)
        assert api.errors == ""


def test_also_at_another_process_and_when_it_would_be_refused_anyway(
    race: HttpTable, second: httpx.Client, stored: StoreContents
) -> None:
    asked, command, _ = send_first(race)
    with stored.unchanged():
        answer = race.send(asked.at(second), {**command, "colour_passes": 7}, headers=KEY)
    assert_problem(answer, 409, "idempotency_key_reused")


def test_the_key_at_another_table_is_another_key(http: httpx.Client) -> None:
    one, two = start_table(http), start_table(http)
    send_first(one)
    send_first(two)


def test_a_refused_command_does_not_use_its_key_up(race: HttpTable) -> None:
    waiting = race.waiting()
    card = race.seen(waiting)["view"]["hand"][0]
    command = {"type": f"{GAME}.play", "card": card}
    assert_problem(race.send(waiting, command, headers=KEY), 409, "not_your_turn")
    while race.at_turn() is not waiting:
        race.step()
    assert race.send(waiting, command, headers=KEY).status_code == 200


def test_a_dry_run_does_not_use_its_key_up(race: HttpTable) -> None:
    asked = race.at_turn()
    command = race.listed(asked)
    race.send(asked, command, headers=KEY, params={"dry_run": "true"})
    answer = race.send(asked, command, headers=KEY)
    assert answer.status_code == 200
    assert "dry_run" not in answer.json()


def test_a_command_that_was_done_is_not_refused_for_its_if_match(
    race: HttpTable, stored: StoreContents
) -> None:
    asked = race.at_turn()
    tag = asked.get(f"{race.path}/actions").headers["etag"]
    asked, command, first = send_first(race, **{"If-Match": tag})
    with stored.unchanged():
        again = race.send(asked, command, headers={**KEY, "If-Match": tag})
    assert (again.status_code, again.content) == (200, first.content)


@pytest.mark.parametrize("body", [{}, {"luck": "c" * 64, "preference": "red"}])
def test_sitting_down_twice_with_one_key_is_sitting_once(
    anne: Caller, bob: Caller, second: httpx.Client, stored: StoreContents, body: Any
) -> None:
    table = anne.post("/v1/tables", {"game": GAME}).headers["location"]
    first = bob.post(f"{table}/seats", body, headers=KEY)
    with stored.unchanged():
        for caller in (bob, bob.at(second)):
            again = caller.post(f"{table}/seats", body, headers=KEY)
            assert (again.status_code, again.content) == (201, first.content)
    other = bob.post(f"{table}/seats", {"luck": "d" * 64}, headers=KEY)
    assert_problem(other, 409, "idempotency_key_reused")


def test_starting_and_leaving_twice_with_one_key_are_done_once(
    http: httpx.Client, second: httpx.Client, stored: StoreContents
) -> None:
    filled_table = open_table(http, 4)
    left = filled_table.host.delete(f"{filled_table.path}/seats/3", headers=KEY)
    again = filled_table.host.at(second).delete(f"{filled_table.path}/seats/3", headers=KEY)
    assert again.status_code == left.status_code == 204
    assert_problem(
        filled_table.host.post(f"{filled_table.path}/start", headers=KEY),
        409,
        "idempotency_key_reused",
    )
    start = {"Idempotency-Key": "start"}
    dealt = filled_table.host.post(f"{filled_table.path}/start", headers=start)
    with stored.unchanged():
        for caller in (filled_table.host, filled_table.host.at(second)):
            again = caller.post(f"{filled_table.path}/start", headers=start)
            assert (again.status_code, again.content) == (200, dealt.content)
