"""Leaderboards and records of players, and how fresh they are."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.servers.processes import until
from tests.support.tables.http_table import GAME, HttpTable, play_table, start_table

pytestmark = pytest.mark.usefixtures("projector")

BOARD = f"/v1/games/{GAME}/leaderboard"
BAD = [
    ("limit", "0"),
    ("limit", "101"),
    ("min_version", "x"),
    ("min_version", "-1"),
    ("min_version", "1" * 16),
    ("min_version", "a" * 26),
    ("min_version", f"{'a' * 26}:"),
    ("min_version", f"{'A' * 26}:1"),
    ("min_version", ""),
]


def known(filled_table: HttpTable) -> str:
    return f"{filled_table.id}:{filled_table.seen()['version']}"


def fresh(caller: Caller, path: str, **query: Any) -> httpx.Response:
    """The answer; on a very busy machine a read model may come later than the server waits."""

    def answered() -> httpx.Response | None:
        answer = caller.get(path, params=query)
        assert answer.status_code in (200, 409), answer.text
        return answer if answer.status_code == 200 else None

    answer: httpx.Response = until(answered)
    return answer


def board(caller: Caller, **query: Any) -> Any:
    return fresh(caller, BOARD, **query).json()


def everybody(caller: Caller, limit: int = 100) -> Iterator[Any]:
    query: dict[str, Any] = {"limit": limit}
    while True:
        page = board(caller, **query)
        assert len(page["standings"]) <= limit
        yield from page["standings"]
        if page["next"] is None:
            return
        query["cursor"] = page["next"]


def test_min_version_waits_until_a_finished_table_counts(
    finished: HttpTable, anyone: Caller
) -> None:
    board(anyone, min_version=known(finished))
    lines = {line["player"]: line for line in everybody(anyone)}
    outcome = finished.seen()["outcome"]
    for seat, person in enumerate(finished.people):
        line = lines[person.id]
        record = line["record"]
        assert (line["name"], record["played"]) == (f"Player {seat}", 1)
        assert record["points"] == outcome["scores"][seat]
        assert record["wins"] == (outcome["places"][seat] == 1)
        assert record["rating"] == pytest.approx(record["mean"] - 3 * record["uncertainty"])


def test_pages_join_to_the_whole_the_best_first(http: httpx.Client, anyone: Caller) -> None:
    for _ in range(2):
        board(anyone, min_version=known(play_table(http)))
    whole = list(everybody(anyone))
    assert [line["player"] for line in everybody(anyone, 2)] == [w["player"] for w in whole]
    ratings = [line["record"]["rating"] for line in whole]
    assert ratings == sorted(ratings, reverse=True)
    assert [line["rank"] for line in everybody(anyone, 2)] == [line["rank"] for line in whole]
    assert whole[0]["rank"] == 1


def test_a_profile_has_records_and_the_last_tables(finished: HttpTable, anyone: Caller) -> None:
    person = finished.people[1]
    answer = fresh(anyone, f"/v1/players/{person.id}", min_version=known(finished))
    seen = answer.json()
    assert [(r["game"], r["played"]) for r in seen["records"]] == [(GAME, 1)]
    assert [(row["id"], row["status"]) for row in seen["recent"]] == [(finished.id, "finished")]
    assert int(answer.headers["Read-Version"]) >= 1


def test_a_private_table_is_in_ones_own_profile_only(http: httpx.Client, anyone: Caller) -> None:
    filled_table = start_table(http, private=True)
    own = fresh(filled_table.host, "/v1/players/me", min_version=known(filled_table)).json()
    assert [row["id"] for row in own["recent"]] == [filled_table.id]
    seen = anyone.get(f"/v1/players/{filled_table.host.id}").json()
    assert seen["recent"] == []


def test_an_erased_player_stays_on_the_board_as_an_opaque_id(
    http: httpx.Client, anyone: Caller
) -> None:
    filled_table = play_table(http)
    gone = filled_table.people[2]
    board(anyone, min_version=known(filled_table))
    gone.erase()
    [line] = [line for line in everybody(anyone) if line["player"] == gone.id]
    assert line["name"] is None
    assert anyone.get(f"/v1/players/{gone.id}").json()["records"][0]["played"] == 1


def test_a_running_table_keeps_nobody_waiting_for_a_board_it_does_not_change(
    race: HttpTable, anyone: Caller
) -> None:
    board(anyone, min_version=known(race))
    assert race.host.id not in {line["player"] for line in everybody(anyone)}


def test_a_list_is_as_fresh_as_was_asked_for(race: HttpTable, anyone: Caller) -> None:
    for _ in range(3):
        race.step()
        wanted = {"player": race.host.id, "min_version": known(race)}
        [row] = fresh(anyone, "/v1/tables", **wanted).json()["tables"]
        assert row["version"] == race.seen()["version"]


@pytest.mark.parametrize("path", [BOARD, "/v1/tables"])
def test_the_version_only_grows_and_may_be_asked_for(
    http: httpx.Client, anyone: Caller, path: str
) -> None:
    first = anyone.get(path).headers["Read-Version"]
    filled_table = play_table(http)
    second = fresh(anyone, path, min_version=known(filled_table)).headers["Read-Version"]
    assert int(second) > int(first)
    again = anyone.get(path, params={"min_version": second})
    assert again.status_code == 200
    assert int(again.headers["Read-Version"]) >= int(second)


@pytest.mark.parametrize("path", [BOARD, "/v1/tables"])
def test_a_table_or_version_that_is_not_there_is_not_waited_for(
    race: HttpTable, anyone: Caller, path: str
) -> None:
    assert_problem(anyone.get(path, params={"min_version": f"{'a' * 26}:1"}), 404, "no_such_table")
    ahead = f"{race.id}:{race.seen()['version'] + 1}"
    assert_problem(anyone.get(path, params={"min_version": ahead}), 404, "no_such_version")


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_query_is_malformed_and_named(anyone: Caller, name: str, value: str) -> None:
    assert (
        assert_problem(anyone.get(BOARD, params={name: value}), 400, "malformed")["field"] == name
    )


def test_an_unknown_game_and_a_cursor_of_elsewhere(anyone: Caller) -> None:
    assert_problem(anyone.get("/v1/games/chess/leaderboard"), 404, "no_such_game")
    for cursor in ("x", "", "MTIz", "é"):
        assert_problem(anyone.get(BOARD, params={"cursor": cursor}), 404, "no_such_page")
