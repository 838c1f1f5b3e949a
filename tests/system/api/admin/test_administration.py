"""An administrator suspends, renames and recovers players, and closes tables."""

import hashlib
import time

import httpx
import pytest

from application.lib.reading_loop import TRUSTED_SECONDS
from domain.administration.record import FIRST_HEAD
from tests.support.documents.document_check import assert_problem
from tests.support.histories.verifiers import BOTH
from tests.support.network.sse import open_stream
from tests.support.players.administrator import Administrator
from tests.support.players.callers import Caller
from tests.support.servers.processes import until
from tests.support.tables.http_table import GAME, HttpTable

REASON = "Insults at three tables."


def test_an_abusive_player_is_suspended_and_unsuspended(
    race: HttpTable, second: httpx.Client, zoe: Administrator
) -> None:
    abuser = race.at_turn()
    assert abuser.at(second).post("/v1/tables", {"game": GAME}).status_code == 201
    assert zoe.suspend(abuser.id, REASON, seconds=3600).status_code == 200
    for there in (abuser, abuser.at(second)):
        if there is not abuser:
            time.sleep(TRUSTED_SECONDS)  # others know it by then, the first process at once
        refused = race.send(there, race.listed(there))
        assert_problem(refused, 403, "suspended")
        told = refused.json()
        assert told["reason"] == REASON
        assert told["until"] in told["detail"]
        assert_problem(there.post("/v1/tables", {"game": GAME}), 403, "suspended")
        assert_problem(there.post(f"{race.path}/seats", {}), 403, "suspended")
        assert_problem(there.ask("PATCH", "/v1/players/me", json={"name": "X"}), 403, "suspended")
        assert there.get(race.path).status_code == 200
        assert there.get(f"{race.path}/actions").json()["actions"]
        assert there.get("/v1/players/me").status_code == 200
    assert zoe.unsuspend(abuser.id).status_code == 204
    time.sleep(TRUSTED_SECONDS)
    assert abuser.at(second).post("/v1/tables", {"game": GAME}).status_code == 201
    race.step()
    mine = [act for act in zoe.acts() if act["subject"] == abuser.id]
    assert [act["type"] for act in mine] == ["player_suspended", "player_unsuspended"]
    assert [(act["by"], act["reason"]) for act in mine] == [
        (zoe.id, REASON),
        (zoe.id, "Apologised."),
    ]


def test_a_suspension_ends_by_itself(anne: Caller, zoe: Administrator) -> None:
    zoe.suspend(anne.id, REASON, seconds=1)
    assert_problem(anne.post("/v1/tables", {"game": GAME}), 403, "suspended")
    until(lambda: anne.post("/v1/tables", {"game": GAME}).status_code == 201)
    assert_problem(zoe.unsuspend(anne.id), 404, "not_suspended")


def test_a_suspension_without_an_end_says_so(anne: Caller, zoe: Administrator) -> None:
    assert zoe.suspend(anne.id, REASON).json()["until"] is None
    told = anne.post("/v1/tables", {"game": GAME}).json()
    assert "until an administrator lifts it" in told["detail"]
    listed = zoe.get("/v1/admin/suspensions").json()
    assert listed["suspensions"][0] == {"player": anne.id, "reason": REASON, "until": None}
    assert listed["total"] >= 1
    page = zoe.get("/v1/admin/suspensions", params={"limit": 1}).json()
    found = len(page["suspensions"])
    while page["next"] is not None:
        query = {"limit": 1, "cursor": page["next"]}
        page = zoe.get("/v1/admin/suspensions", params=query).json()
        found += len(page["suspensions"])
    assert found == page["total"]


def test_only_existing_players_are_suspended(anne: Caller, zoe: Administrator) -> None:
    assert_problem(zoe.suspend("a" * 26, REASON), 404, "no_such_player")
    anne.erase()
    assert_problem(zoe.suspend(anne.id, REASON), 404, "no_such_player")


@pytest.mark.parametrize("path", ["/v1/admin/acts", "/v1/admin/suspensions"])
def test_only_administrators_administer(path: str, anne: Caller, anyone: Caller) -> None:
    assert_problem(anne.get(path), 403, "scope_missing")
    assert_problem(anyone.get(path), 401, "token_missing")


def test_nobody_becomes_an_administrator_over_the_api(zoe: Administrator, anyone: Caller) -> None:
    body = {"name": "Mallory", "scopes": ["admin"]}
    assert_problem(anyone.post("/v1/players", body), 400, "malformed")
    assert_problem(zoe.post("/v1/players/me/tokens", body), 400, "malformed")
    codes = zoe.post("/v1/players/me/recovery-codes").json()["codes"]
    recovered = anyone.post("/v1/recoveries", {"code": codes[0]}).json()
    assert recovered["scopes"] == ["play", "read", "webhooks"]
    caller = Caller(anyone.http, recovered["token"])
    assert_problem(caller.get("/v1/admin/acts"), 403, "scope_missing")
    assert caller.get("/v1/players/me/tokens").status_code == 200


def test_acts_are_on_a_hash_chain_that_anyone_can_recompute(
    anne: Caller, zoe: Administrator
) -> None:
    zoe.suspend(anne.id, REASON, seconds=1)
    head = FIRST_HEAD
    for number, act in enumerate(zoe.acts(), 1):
        leaf = hashlib.sha256(b"\x10" + act["record"].encode()).digest()
        head = hashlib.sha256(b"\x11" + head + leaf).digest()
        assert (act["number"], act["head"]) == (number, head.hex())


def test_a_player_is_renamed(anne: Caller, zoe: Administrator) -> None:
    body = {"name": "Anne 2", "reason": "The name was an insult."}
    path = f"/v1/admin/players/{anne.id}/name"
    assert zoe.put(path, body).json() == {"id": anne.id, "name": "Anne 2"}
    assert anne.get("/v1/players/me").json()["name"] == "Anne 2"
    assert_problem(zoe.put(path, {**body, "name": "A" + 6 * "\u0301"}), 409, "name_not_visible")
    assert_problem(zoe.put(f"/v1/admin/players/{'a' * 26}/name", body), 404, "no_such_player")
    last = zoe.acts()[-1]
    assert (last["type"], last["subject"]) == ("player_renamed", anne.id)
    assert "Anne 2" not in last["record"]


def test_a_lost_account_is_recovered_by_the_administrator(
    anne: Caller, zoe: Administrator, anyone: Caller
) -> None:
    old = anne.post("/v1/players/me/recovery-codes").json()["codes"]
    path = f"/v1/admin/players/{anne.id}/recovery"
    made = zoe.post(path, {"reason": "Lost the phone."}).json()
    assert_problem(anne.get("/v1/players/me"), 401, "token_unknown")
    assert_problem(anyone.post("/v1/recoveries", {"code": old[0]}), 401, "code_unknown")
    again = Caller(anyone.http, made["token"], anne.id)
    assert again.get("/v1/players/me").json()["id"] == anne.id
    assert [each["name"] for each in again.get("/v1/players/me/tokens").json()["tokens"]] == [
        "handed over"
    ]
    assert anyone.post("/v1/recoveries", {"code": made["codes"][0]}).status_code == 201
    assert_problem(
        zoe.post(f"/v1/admin/players/{'a' * 26}/recovery", {"reason": "?"}), 404, "no_such_player"
    )
    assert made["token"] not in zoe.acts()[-1]["record"]


def test_a_table_is_closed_with_a_public_reason(race: HttpTable, zoe: Administrator) -> None:
    race.step()
    path = f"/v1/admin/tables/{race.id}/close"
    with open_stream(race.host, race.path) as stream:
        stream.wait_for(lambda stream: stream.named("snapshot"))
        closed = zoe.post(path, {"reason": "Cheating."}).json()
        stream.wait_for(lambda stream: stream.named("bye"))
        assert stream.named("bye")[0]["reason"] == "finished"
    seen = race.seen()
    assert (seen["status"], seen["outcome"], seen["head"]) == ("terminated", None, closed["head"])
    events = race.host.get(f"{race.path}/events", params={"lang": "en", "limit": 500}).json()
    last = events["events"][-1]
    assert (last["type"], last["data"]["notice"]) == ("table.closed", "Cheating.")
    assert last["sentence"].endswith("Cheating.")
    assert_problem(zoe.post(path, {"reason": "Again."}), 409, "table_finished")
    unknown = zoe.post(f"/v1/admin/tables/{'a' * 26}/close", {"reason": "?"})
    assert_problem(unknown, 404, "no_such_table")
    mine = [act["type"] for act in zoe.acts() if act["subject"] == race.id]
    assert mine == ["table_terminated"]
    history = race.host.get(f"{race.path}/history", headers={"Accept": "application/x-ndjson"})
    for verifier in BOTH:
        assert verifier(history.content) is None
