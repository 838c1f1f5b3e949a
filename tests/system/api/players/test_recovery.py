"""A lost token recovered, and another name: the journeys of an account."""

import httpx

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable

CODES = "/v1/players/me/recovery-codes"
RECOVERIES = "/v1/recoveries"


def test_a_lost_token_is_recovered_with_a_code(
    anne: Caller, anyone: Caller, second: httpx.Client, stored: StoreContents
) -> None:
    """Anne opens a table, loses her token, and goes on with a code, at another process."""
    table = anne.post("/v1/tables", {"game": GAME, "sit": True, "seats": 3}).headers["location"]
    codes = anne.post(CODES).json()["codes"]
    assert len(set(codes)) == 10
    assert stored.keys_with(codes[0]) == stored.keys_with(codes[0].replace("-", "")) == []
    body = {"code": codes[0].upper().replace("-", " "), "revoke_tokens": True}
    made = anyone.at(second).post(RECOVERIES, body)
    assert (made.status_code, made.json()["id"], made.json()["name"]) == (201, anne.id, "Anne")
    again = Caller(anne.http, made.json()["token"], anne.id)
    assert again.get(table).json()["you"]["seats"] == [0]
    assert again.get(CODES).json() == {"left": 9}
    for code in (codes[0], "no-such-code"):
        assert_problem(anyone.post(RECOVERIES, {"code": code}), 401, "code_unknown")
    assert anyone.post(RECOVERIES, {"code": codes[1]}).json()["id"] == anne.id
    assert_problem(anne.at(second).get(table), 401, "token_unknown")


def test_a_new_name_is_shown_at_old_tables_but_in_no_history(
    anne: Caller, race: HttpTable, second: httpx.Client
) -> None:
    host = race.host
    before = host.get(f"{race.path}/history").json()["header"]["head"]
    answer = host.ask("PATCH", "/v1/players/me", json={"name": "Zoë"})
    assert answer.json() == {"id": host.id, "name": "Zoë"}
    seen = anne.get(race.path).json()
    assert seen["seats"][0]["name"] == "Zoë"
    assert anne.get(f"{race.path}/history").json()["header"]["head"] == before
    refused = host.ask("PATCH", "/v1/players/me", json={"name": "a" + "\u0301" * 6})
    assert_problem(refused, 409, "name_not_visible")
