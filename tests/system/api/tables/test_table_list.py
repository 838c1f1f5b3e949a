"""Finding tables: filters, pages, and what is private."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.servers.processes import until
from tests.support.tables.http_table import GAME, HttpTable, open_table

pytestmark = pytest.mark.usefixtures("projector")

BAD_QUERIES = [
    ("limit", "0"),
    ("limit", "101"),
    ("limit", "-1"),
    ("limit", "many"),
    ("limit", "null"),
    ("status", "null"),
    ("status", "closed"),
    ("status", ""),
    ("game", "x" * 41),
    ("player", "x" * 41),
    ("cursor", "x" * 121),
    ("free", "perhaps"),
    ("sort", "best"),
    ("options", "rounds"),
]


def page(caller: Caller, **query: Any) -> Any:
    answer = caller.get("/v1/tables", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(caller: Caller, **query: Any) -> list[str]:
    return [row["id"] for row in page(caller, **query)["tables"]]


def row(caller: Caller, table: str, **query: Any) -> Any:
    rows = page(caller, limit=100, **query)["tables"]
    return next((each for each in rows if each["id"] == table), None)


@pytest.fixture
def tables_of_anne(anne: Caller) -> list[str]:
    """Five tables at which she sits, newest first."""
    made = [anne.post("/v1/tables", {"game": GAME, "sit": True}).json()["id"] for _ in range(5)]
    until(lambda: len(ids(anne, player=anne.id)) == 5)
    return made[::-1]


def test_a_new_table_is_soon_listed(filled_table: HttpTable, anyone: Caller) -> None:
    found = until(lambda: row(anyone, filled_table.id))
    seen = filled_table.seen()
    for field in ("game", "host", "private", "size"):
        assert found[field] == seen[field]


def test_the_row_follows_the_table(race: HttpTable, anyone: Caller) -> None:
    version = race.step()["version"]
    player = race.host.id

    def caught_up() -> Any:
        found = row(anyone, race.id, player=player)
        return found if found and found["version"] == version else None

    found = until(caught_up)
    assert found["status"] == "running"
    assert found["awaited"] == race.seen()["decision"]["seats"]
    assert found["players"] == [caller.id for caller in race.people]


def test_a_finished_table_lists_its_winners(finished: HttpTable, anyone: Caller) -> None:
    player = finished.host.id
    found = until(lambda: row(anyone, finished.id, player=player, status="finished"))
    places = finished.seen()["outcome"]["places"]
    best = [finished.people[seat].id for seat, place in enumerate(places) if place == 1]
    assert found["winners"] == best
    assert found["finished_at"] is not None


def test_a_private_table_is_listed_only_to_those_who_sit_there(
    http: httpx.Client, anyone: Caller, bob: Caller
) -> None:
    filled_table = open_table(http, private=True)
    guest = filled_table.people[1]
    until(lambda: filled_table.id in ids(guest, player=guest.id))
    for caller in (anyone, bob, filled_table.people[2]):
        assert filled_table.id not in ids(caller, player=guest.id)
        assert filled_table.id not in ids(caller, limit=100)


def test_nothing_hidden_is_in_the_list(race: HttpTable, anyone: Caller) -> None:
    until(lambda: row(anyone, race.id, player=race.host.id))
    assert "R-" not in anyone.get("/v1/tables", params={"player": race.host.id}).text


def test_an_unknown_player_sits_nowhere(anyone: Caller) -> None:
    for player in ("z" * 26, "nobody", "\x00", "all", "+", "null"):
        assert page(anyone, player=player) == {"tables": [], "next": None}


def test_an_unknown_game_is_rejected(anyone: Caller) -> None:
    for game in ("chess", "null"):
        problem = assert_problem(anyone.get("/v1/tables", params={"game": game}), 400, "malformed")
        assert problem["field"] == "game"


@pytest.mark.parametrize(("name", "value"), BAD_QUERIES)
def test_a_bad_query_is_malformed_and_named(anyone: Caller, name: str, value: str) -> None:
    problem = assert_problem(anyone.get("/v1/tables", params={name: value}), 400, "malformed")
    assert problem["field"] == name


def tampered(cursor: str) -> list[str]:
    return ["x", "", "!!!", cursor + "=", cursor[:-1], cursor[::-1], "%00", "é", cursor + "\n"]


def test_what_is_no_cursor_leads_to_no_page(
    anne: Caller, tables_of_anne: list[str], somebody: Callable[[str], Caller]
) -> None:
    cursor = page(anne, player=anne.id, limit=2)["next"]
    for wrong in tampered(cursor):
        answer = anne.get("/v1/tables", params={"cursor": wrong})
        assert assert_problem(answer, 404, "no_such_page")["field"] == "cursor"


def test_my_tables_and_my_turns_need_a_token(anyone: Caller, anne: Caller) -> None:
    for name in ("mine", "my_turn"):
        assert_problem(anyone.get("/v1/tables", params={name: True}), 401, "token_missing")
        assert ids(anne, player="b" * 26, **{name: True}) == []


def test_the_table_that_waits_for_me_is_found(race: HttpTable) -> None:
    awaited = {race.people[seat].id for seat in race.seen()["decision"]["seats"]}
    for caller in race.people:
        until(lambda caller=caller: race.id in ids(caller, mine=True, status="running", limit=100))  # type: ignore[misc]
        assert (race.id in ids(caller, my_turn=True, limit=100)) == (caller.id in awaited)


def test_only_open_tables_are_sorted_by_players(anne: Caller, anyone: Caller) -> None:
    assert ids(anyone, sort="players", status="finished") == []
    assert ids(anyone, sort="players", player=anne.id) == []
    rows = page(anyone, sort="players", limit=100)["tables"]
    counts = [len(each["players"]) for each in rows]
    assert counts == sorted(counts, reverse=True)
    assert {each["status"] for each in rows} <= {"open"}


def test_an_unknown_option_is_named(anyone: Caller) -> None:
    answer = anyone.get("/v1/tables", params={"game": GAME, "options": "speed:3"})
    assert "speed" in assert_problem(answer, 409, "bad_value")["detail"]
