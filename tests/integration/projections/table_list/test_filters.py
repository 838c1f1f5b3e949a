"""Filters and orders of the list of tables: what they find, and how much is read for it."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.judging.rows.row import Row
from projections.table_list import query
from projections.table_list.filters import Filters
from projections.table_list.query import TableList

pytestmark = pytest.mark.anyio

ANNE, BOB, HOST = "a" * 26, "b" * 26, "h" * 26
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def row(n: int, **fields: Any) -> Row:
    basic: dict[str, Any] = {
        "id": LETTERS[n // 26] * 25 + LETTERS[n % 26],
        "game": "gumball_rally",
        "status": "open",
        "version": 1,
        "host": HOST,
        "private": False,
        "size": 2,
        "players": (),
        "opened_at": f"2026-01-01T12:{n // 60:02}:{n % 60:02}.000Z",
    }
    return Row(**basic | fields)


async def found(table_list: TableList, **filters: Any) -> list[Row]:
    return (await table_list.page(Filters(**filters)))[0]


async def test_tables_with_and_without_a_free_seat(table_list: TableList) -> None:
    empty, full = row(0), row(1, players=(ANNE, BOB))
    running = row(2, status="running", players=(ANNE,))
    await table_list.save([empty, full, running])
    assert await found(table_list, free=True) == [empty]
    assert await found(table_list, free=False) == [running, full]
    assert await found(table_list, free=True, status="running") == []


async def test_tables_of_people_only_and_tables_with_bots(table_list: TableList) -> None:
    people, bots = row(0, players=(ANNE,)), row(1, players=(ANNE, BOB), bots=(1,))
    await table_list.save([people, bots])
    assert await found(table_list, bots=False) == [people]
    assert await found(table_list, bots=True) == [bots]


async def test_tables_with_certain_options(table_list: TableList) -> None:
    short, long = (row(n, options={"rounds": n + 1, "deck": "blue"}) for n in range(2))
    await table_list.save([short, long, row(2)])
    assert await found(table_list, options=(("rounds", "2"),)) == [long]
    assert await found(table_list, options=(("deck", "blue"), ("rounds", "1"))) == [short]
    assert await found(table_list, options=(("no", "1"),)) == []


async def test_tables_that_wait_for_me_private_ones_too(table_list: TableList) -> None:
    mine = row(0, status="running", players=(ANNE, BOB), awaited=(0,))
    secret = row(1, status="running", players=(BOB, ANNE), awaited=(0, 1), private=True)
    other = row(2, status="running", players=(ANNE, BOB), awaited=(1,))
    await table_list.save([mine, secret, other])
    assert await found(table_list, turn=True, player=ANNE, asker=ANNE) == [secret, mine]
    await table_list.save([replace(mine, version=2, awaited=(1,))])
    assert await found(table_list, turn=True, asker=ANNE) == [secret]
    assert await found(table_list, mine=True, asker=ANNE, player=HOST) == [secret]
    assert await found(table_list, player=BOB) == [other, replace(mine, version=2, awaited=(1,))]
    after = replace(mine, version=2, awaited=(1,))
    assert await found(table_list, status="running", player=BOB) == [other, after]


@pytest.mark.parametrize("sort", ["oldest", "players"])
async def test_every_order_is_paged_without_gaps(table_list: TableList, sort: Any) -> None:
    people = (ANNE, BOB, HOST, "c" * 26)
    rows = [row(n, players=people[: n % 4], size=4) for n in range(11)]
    await table_list.save([*rows, row(12, status="running", players=people[:2])])
    seen: list[Row] = []
    cursor, pages = None, 0
    while pages == 0 or cursor is not None:
        page, cursor = await table_list.page(Filters(sort=sort, status="open"), cursor, 2)
        seen, pages = [*seen, *page], pages + 1
    fullest = sorted(rows, key=lambda each: (len(each.players), each.opened_at), reverse=True)
    assert seen == (rows if sort == "oldest" else fullest)


async def test_a_rare_table_is_found_with_bounded_work_per_page(
    table_list: TableList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "BATCH", 5)
    monkeypatch.setattr(query, "MOST_READ", 10)
    rows = [row(n, players=(ANNE,), bots=() if n == 2 else (0,)) for n in range(40)]
    await table_list.save(rows)
    reads: list[int] = []
    read = table_list.store.page

    async def counted(*arguments: Any) -> Any:
        page = await read(*arguments)
        reads.append(len(page))
        return page

    monkeypatch.setattr(table_list.store, "page", counted)
    cursor, pages, seen = None, 0, list[Row]()
    while pages == 0 or cursor is not None:
        reads.clear()
        page, cursor = await table_list.page(Filters(bots=False), cursor, 1)
        assert sum(reads) <= 15
        seen, pages = [*seen, *page], pages + 1
    assert (seen, pages > 3) == ([rows[2]], True)
