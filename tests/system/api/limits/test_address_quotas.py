"""An address may have so many times what a player may, however many players it registers."""

from typing import Any

import httpx

from tests.support.network.webhook_receiver import Receiver
from tests.support.players.callers import Caller, new_player
from tests.support.tables.quotas import GAME, bots_only, over


def at_address(caller: Caller, method: str, path: str, body: object, address: str) -> Any:
    return caller.ask(method, path, json=body, headers={"X-Forwarded-For": address})


def players_with_tables(http: httpx.Client, address: str) -> list[Any]:
    """Let four players of one address open as many tables as each may have; the answers."""
    players = [new_player(http, f"P{n}") for n in range(4)]
    return [
        at_address(player, "POST", "/v1/tables", GAME, address)
        for player in players
        for _ in range(3)
    ]


def test_an_address_has_so_many_times_the_tables_of_a_player(here: httpx.Client) -> None:
    """Before: each new player brought a hundred tables more."""
    answers = players_with_tables(here, "192.0.2.100")
    assert [each.status_code for each in answers] == [201] * 6 + [409] * 6
    problem = over(answers[-1], "too_many_at_address", 6)
    assert "LUDOTHEQUE_LARGE_ADDRESSES" in problem["detail"]
    assert new_player(here, "Zoë").post("/v1/tables", GAME).status_code == 201  # at another


def test_the_operator_raises_the_limit_of_an_address(here: httpx.Client) -> None:
    answers = players_with_tables(here, "192.0.2.200")
    assert [each.status_code for each in answers] == [201] * 9 + [409] * 3


def test_tables_of_bots_count_for_the_address(here: httpx.Client) -> None:
    started = []
    for n in range(3):
        host = new_player(here, f"H{n}")
        path = bots_only(host) + "/start"
        started.append(at_address(host, "POST", path, None, "192.0.2.101"))
    assert [each.status_code for each in started] == [200, 200, 409]
    over(started[-1], "too_many_at_address", 2)


def test_webhooks_count_for_the_address_until_they_are_deleted(
    here: httpx.Client, receiver: Receiver
) -> None:
    hook = {"url": receiver.url}
    players = [new_player(here, f"W{n}") for n in range(5)]
    made = [at_address(each, "POST", "/v1/webhooks", hook, "192.0.2.102") for each in players]
    assert [each.status_code for each in made] == [201] * 4 + [409]
    over(made[-1], "too_many_at_address", 4)
    gone = at_address(players[0], "DELETE", made[0].headers["location"], None, "192.0.2.102")
    assert gone.status_code == 204
    again = at_address(players[-1], "POST", "/v1/webhooks", hook, "192.0.2.102")
    assert again.status_code == 201


SOUGHT = {"game": "bug_race", "seats": 2, "clock": {"kind": "per_decision", "seconds": 91}}


def test_a_table_of_a_match_counts_as_one_that_its_host_opens(here: httpx.Client) -> None:
    """Before, a match opened tables without end for a host who had as many as one may have."""
    full, bob, cleo = (new_player(here, name) for name in ("Full", "Bob", "Cleo"))
    for _ in range(3):
        assert full.post("/v1/tables", GAME).status_code == 201
    waits = full.post("/v1/seeks", SOUGHT).json()
    assert bob.post("/v1/seeks", SOUGHT).json()["status"] == "waiting"
    assert full.get(f"/v1/seeks/{waits['id']}").json()["status"] == "cancelled"
    assert cleo.post("/v1/seeks", SOUGHT).json()["status"] == "matched"
    for _ in range(2):
        assert bob.post("/v1/tables", GAME).status_code == 201
    over(bob.post("/v1/tables", GAME), "too_many_tables", 3)  # with that of the match


def test_an_address_has_so_many_seeks(here: httpx.Client) -> None:
    body = {**SOUGHT, "seats": 3, "rating": {"min": 900}}
    players = [new_player(here, f"S{n}") for n in range(11)]
    made = [at_address(each, "POST", "/v1/seeks", body, "192.0.2.103") for each in players]
    assert [each.status_code for each in made] == [201] * 10 + [409]
    over(made[-1], "too_many_at_address", 10)
