"""`follows` over HTTP: the new table records what it follows; everything else is rejected."""

from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.stores.contents import StoreContents
from tests.support.tables.http_table import GAME, HttpTable, play_table


def follow(caller: Caller, table: Any, game: str = GAME) -> httpx.Response:
    return caller.post("/v1/tables", {"game": game, "follows": table})


def followed(caller: Caller, earlier: HttpTable) -> Any:
    """What the new table says of itself first."""
    answer = follow(caller, earlier.id)
    assert answer.status_code == 201, answer.text
    page = caller.get(f"{answer.headers['location']}/events").json()
    return page["events"][0]["data"]


def last_head(earlier: HttpTable) -> dict[str, str]:
    return {"table": earlier.id, "head": earlier.seen()["head"]}


def test_a_finished_table_is_followed_by_anybody(finished: HttpTable, bob: Caller) -> None:
    assert followed(bob, finished)["follows"] == last_head(finished)


def test_a_private_table_can_be_followed_by_those_who_may_see_it(
    http: httpx.Client, bob: Caller
) -> None:
    earlier = play_table(http, private=True)
    assert followed(earlier.host, earlier)["follows"] == last_head(earlier)
    assert_problem(follow(bob, earlier.id), 404, "no_such_table")


def test_a_table_of_another_game_cannot_be_followed(
    finished: HttpTable, bob: Caller, stored: StoreContents
) -> None:
    with stored.unchanged():
        problem = assert_problem(follow(bob, finished.id, "bug_race"), 409, "cannot_follow")
        assert problem["field"] == "follows"
        assert problem["detail"] == f"The table in `follows` played {GAME}."


@pytest.mark.parametrize("table", ["a" * 26, "a" * 25, "", "../players", "A" * 26, "a" * 25 + "\n"])
def test_what_is_no_table_cannot_be_followed(
    bob: Caller, stored: StoreContents, table: str
) -> None:
    with stored.unchanged():
        assert_problem(follow(bob, table), 404, "no_such_table")


@pytest.mark.parametrize("table", [7, ["a" * 26], "a" * 41])
def test_what_is_no_id_at_all_is_malformed(bob: Caller, stored: StoreContents, table: Any) -> None:
    with stored.unchanged():
        assert assert_problem(follow(bob, table), 400, "malformed")["field"] == "follows"
