"""An administrator finds heavy callers, and limits one of them for a time."""

from itertools import cycle
from typing import Any

import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.administrator import Administrator
from tests.support.players.callers import Caller
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable

ME, LIMITS = "/v1/players/me", "/v1/admin/limits"


def limit(zoe: Administrator, caller: str, **more: Any) -> Any:
    body = {"caller": caller, "per_second": 1, "seconds": 60, "reason": "Scraping.", **more}
    answer = zoe.post(LIMITS, body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_heaviest_callers_are_listed_by_player_and_address(
    anne: Caller, zoe: Administrator
) -> None:
    for _ in range(50):
        anne.get(ME)

    def listed() -> Any:
        callers = zoe.get("/v1/admin/callers", params={"minutes": 15, "limit": 100}).json()
        return {each["caller"]: each["requests"] for each in callers["callers"]}

    until(lambda: listed().get(anne.id, 0) >= 49)  # the first one made the token known
    found = listed()
    assert found[anne.id] <= 50
    assert found["127.0.0.1"] >= found[anne.id]


def test_a_limited_player_is_refused_with_all_tokens_until_it_is_lifted(
    anne: Caller, bob: Caller, zoe: Administrator
) -> None:
    body = {"name": "more", "scopes": ["read"]}
    other = Caller(anne.http, anne.post("/v1/players/me/tokens", body).json()["token"])
    assert other.get(ME).status_code == 200
    made = limit(zoe, anne.id, burst=2)
    both = cycle((anne, other))
    refused = until(lambda: (answer := next(both).get(ME)).status_code == 429 and answer)
    told = assert_problem(refused, 429, "too_many_requests")
    assert "administrator" in told["detail"]
    assert (told["limit"], refused.headers["Retry-After"]) == (1, "1")
    assert bob.get(ME).status_code == 200
    assert made["id"] in [each["id"] for each in zoe.get("/v1/admin").json()["limits"]]
    path, why = f"{LIMITS}/{made['id']}", {"reason": "Stopped."}
    assert zoe.delete(path, params=why).status_code == 204
    assert [anne.get(ME).status_code for _ in range(6)] == [200] * 6
    assert_problem(zoe.delete(path, params=why), 404, "no_such_limit")


def test_a_seat_that_must_decide_passes_a_lower_limit(race: HttpTable, zoe: Administrator) -> None:
    asked = race.at_turn()
    command = race.listed(asked)
    made = limit(zoe, asked.id)
    until(lambda: asked.get(ME).status_code == 429)
    assert race.send(asked, command).status_code == 200
    zoe.delete(f"{LIMITS}/{made['id']}", params={"reason": "Test."})


def test_a_limit_of_an_address_ends_by_itself(zoe: Administrator, anne: Caller) -> None:
    made = limit(zoe, "192.0.2.9", seconds=1)
    assert made["caller"] == "192.0.2.9"
    assert anne.get(ME).status_code == 200  # from another address
    until(lambda: made["id"] not in [e["id"] for e in zoe.get("/v1/admin").json()["limits"]])


@pytest.mark.parametrize(
    ("caller", "status", "code"),
    [("somewhere", 409, "unknown_caller"), ("a" * 26, 404, "no_such_player")],
)
def test_only_a_player_or_an_address_is_limited(
    zoe: Administrator, caller: str, status: int, code: str
) -> None:
    body = {"caller": caller, "per_second": 1, "seconds": 60, "reason": "Scraping."}
    assert_problem(zoe.post(LIMITS, body), status, code)
