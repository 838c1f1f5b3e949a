"""Law: a list of tables is the same both ways; other tests change it, so it is compared again."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from store.embedded.server import EmbeddedServer
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable, open_table, start_table
from tests.system.api.ops.both_ways import BothWays, both_ways
from tests.system.api.ops.test_both_ways import NO_LIMITS, ORIGIN, bearer

PATH = "/v1/tables"
QUICK = ["status=running", "status=open", "status=running&limit=2", "status=open&limit=100"]
LONG = [
    *("", "status=closed", "status=x", "status=running&status=open", "limit=3", "limit=0"),
    *("status=open&limit=0", "status=open&limit=101", "status=open&limit=x", "colour=red"),
    "status=open&limit=02",
    *("status=running&sort=oldest", "status=open&sort=players", "status=running&mine=true"),
    *("status=running&my_turn=true", "status=open&free=true", "status=open&game=bug_race"),
    *("status=open&cursor=x", "status=running&min_version=1", "status=open&bots=false"),
]
HEADERS: list[list[tuple[str, str]]] = [
    [],
    [("Origin", ORIGIN)],
    [("Accept-Encoding", "gzip")],
    [("Accept-Language", "fr")],
    [("If-None-Match", "*")],
    [("Authorization", "Bearer x")],
]


@pytest.fixture(scope="module")
def ways(store: EmbeddedServer) -> Iterator[BothWays]:
    with both_ways(store.url, cors_origins=frozenset({ORIGIN}), **NO_LIMITS) as ways:
        yield ways


@pytest.fixture(scope="module")
def tables(projector: None, ways: BothWays) -> Iterator[list[HttpTable]]:
    """Three running tables, one of them private, and an open one, all of them listed."""
    with calling(ways.bases[0]) as near:
        made = [start_table(near, clock=None) for _ in range(2)]
        made += [start_table(near, clock=None, private=True), open_table(near)]
        until(lambda: all(table.is_listed() for table in (*made[:2], made[3])))
        yield made


def compared(ways: BothWays, query: str, headers: list[tuple[str, str]]) -> tuple[bool, Any]:
    """Ask both ways until the list was the same for both of them."""

    def same() -> Any:
        try:
            return ways.ask("GET", f"{PATH}?{query}", headers=headers)
        except AssertionError:
            return None  # unless it never becomes true, something has changed in between

    found: tuple[bool, Any] = until(same)
    return found


def is_quick(ways: BothWays, query: str, headers: list[tuple[str, str]]) -> bool:
    return compared(ways, query, headers)[0]


@pytest.mark.parametrize("query", QUICK)
def test_the_newest_tables_are_listed_quickly(
    ways: BothWays, tables: list[HttpTable], query: str
) -> None:
    for headers in ([], [bearer(tables[0].host)]):
        until(partial(is_quick, ways, query, headers))


@pytest.mark.parametrize("query", LONG)
@pytest.mark.parametrize("is_known", [True, False])
def test_other_lists_are_left_to_the_framework(
    ways: BothWays, tables: list[HttpTable], query: str, is_known: bool
) -> None:
    headers = [bearer(tables[0].host)] if is_known else []
    assert not compared(ways, query, headers)[0]


@pytest.mark.parametrize("headers", HEADERS, ids=repr)
def test_headers_mean_the_same(
    ways: BothWays, tables: list[HttpTable], headers: list[tuple[str, str]]
) -> None:
    compared(ways, QUICK[0], headers)


def test_a_move_is_seen_at_once(ways: BothWays, tables: list[HttpTable]) -> None:
    def version() -> int | None:
        quick, answer = compared(ways, "status=running&limit=100", [])
        found = {row["id"]: row["version"] for row in answer.json()["tables"]}
        return found.get(tables[0].id) if quick else None

    for _ in range(3):
        moved = tables[0].step()["version"]
        assert until(version) == moved


def test_a_private_table_is_in_no_list(ways: BothWays, tables: list[HttpTable]) -> None:
    answer = compared(ways, "status=running&limit=100", [bearer(tables[2].host)])[1]
    assert tables[2].id not in {row["id"] for row in answer.json()["tables"]}


def test_a_token_without_the_scope_is_refused(ways: BothWays, tables: list[HttpTable]) -> None:
    made = tables[0].host.post("/v1/players/me/tokens", {"name": "x", "scopes": ["webhooks"]})
    limited = Caller(tables[0].host.http, made.json()["token"])
    assert compared(ways, QUICK[0], [bearer(limited)])[1].status_code == 403
