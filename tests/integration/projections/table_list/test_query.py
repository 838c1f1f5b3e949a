"""Pages of tables: by game, status and player, newest first, and nothing private."""

from base64 import urlsafe_b64encode

import pytest
from msgspec.structs import replace

from domain.judging.rows.row import Row
from domain.kernel.ids import PlayerId
from domain.table.state import Status
from projections.table_list.filters import Filters
from projections.table_list.query import TableList

pytestmark = pytest.mark.anyio

ANNE, BOB, HOST = "a" * 26, "b" * 26, "h" * 26
RUNNING_OF_ANNE = Filters(status="running", player=ANNE)


def row(
    n: int,
    game: str = "gumball_rally",
    status: Status = "open",
    players: tuple[PlayerId, ...] = (),
    private: bool = False,
) -> Row:
    return Row(
        id=chr(ord("a") + n) * 26,
        game=game,
        status=status,
        version=1,
        host=HOST,
        private=private,
        size=4,
        players=players,
        opened_at=f"2026-01-01T12:00:{n:02}.000Z",
    )


async def test_a_row_comes_back_as_it_was_saved(table_list: TableList) -> None:
    saved = replace(row(1, players=(ANNE, BOB)), awaited=(1,), deadline="x", winners=(BOB,))
    await table_list.save([saved])
    assert (await table_list.page())[0] == [saved]


async def test_pages_are_turned_with_the_cursor(table_list: TableList) -> None:
    rows = [row(n) for n in range(5)]
    await table_list.save(rows)
    seen: list[Row] = []
    cursor, pages = None, 0
    while pages == 0 or cursor is not None:
        page, cursor = await table_list.page(cursor=cursor, limit=2)
        seen, pages = [*seen, *page], pages + 1
    assert (seen, pages) == (rows[::-1], 3)


async def test_a_full_last_page_has_no_cursor(table_list: TableList) -> None:
    await table_list.save([row(0), row(1)])
    page, cursor = await table_list.page(limit=2)
    assert (len(page), cursor) == (2, None)


async def test_a_page_goes_on_where_it_was_though_tables_come_and_change(
    table_list: TableList,
) -> None:
    rows = [row(n) for n in range(4)]
    await table_list.save(rows)
    _, cursor = await table_list.page(Filters(status="open"), limit=2)
    await table_list.save([row(9), replace(rows[2], status="running", version=2)])
    page, _ = await table_list.page(Filters(status="open"), cursor, 2)
    assert page == [rows[1], rows[0]]


async def test_filters_narrow_the_list(table_list: TableList) -> None:
    gumball, running = row(0), row(1, status="running")
    bugs = row(2, game="bug_race", status="running")
    await table_list.save([gumball, running, bugs])

    async def found(game: str | None = None, status: Status | None = None) -> list[Row]:
        return (await table_list.page(Filters(game=game, status=status)))[0]

    assert await found() == [bugs, running, gumball]
    assert await found(game="gumball_rally") == [running, gumball]
    assert await found(status="running") == [bugs, running]
    assert await found(game="gumball_rally", status="running") == [running]
    assert await found(game="bug_race", status="open") == []


async def test_the_tables_of_a_player_can_be_narrowed_too(table_list: TableList) -> None:
    rows = [row(n, status="open" if n % 3 else "running", players=(ANNE,)) for n in range(9)]
    await table_list.save([*rows, row(10, players=(BOB,))])
    first, cursor = await table_list.page(RUNNING_OF_ANNE, limit=2)
    second, end = await table_list.page(RUNNING_OF_ANNE, cursor, 2)
    assert ([*first, *second], end) == ([rows[6], rows[3], rows[0]], None)


async def test_a_private_table_is_shown_only_to_its_own_people(table_list: TableList) -> None:
    secret = row(0, players=(ANNE,), private=True)
    await table_list.save([secret])
    for asker in (None, ANNE, BOB):
        assert (await table_list.page(Filters(asker=asker)))[0] == []
        assert (await table_list.page(Filters(status="open", asker=asker)))[0] == []
        own = (await table_list.page(Filters(player=ANNE, asker=asker)))[0]
        assert own == ([secret] if asker == ANNE else [])
    assert (await table_list.page(Filters(player=HOST, asker=HOST)))[0] == [secret]


async def test_a_table_is_not_listed_for_a_player_who_left_it(table_list: TableList) -> None:
    await table_list.save([row(0, players=(ANNE, BOB))])
    await table_list.save([replace(row(0, players=(BOB,)), version=2)])
    assert (await table_list.page(Filters(player=ANNE)))[0] == []
    assert len((await table_list.page(Filters(player=BOB)))[0]) == 1


def _encoded(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "?",
        "é",
        "AAAA",
        "A",
        _encoded("2026|" + ANNE),
        _encoded("2026-01-01T12:00:00.000Z|" + ANNE) + "=",
        _encoded("2026-01-01T12:00:00.000Z|" + ANNE + "\n"),
        "x" * 5_000,
    ],
)
async def test_a_bad_cursor_is_refused(table_list: TableList, cursor: str) -> None:
    with pytest.raises(ValueError, match="not a cursor"):
        await table_list.page(cursor=cursor)


async def test_withheld_luck_is_counted_for_each_player(table_list: TableList) -> None:
    closed = replace(row(1, status="withheld"), players=(ANNE, BOB), withheld=(BOB,))
    private = replace(row(2, status="withheld"), players=(ANNE, BOB), withheld=(BOB,), private=True)
    await table_list.save([closed, private, replace(row(3), players=(ANNE, BOB))])
    assert (await table_list.withheld(BOB), await table_list.withheld(ANNE)) == (2, 0)
    rows, _ = await table_list.page(Filters(status="withheld"))
    assert [each.id for each in rows] == [closed.id]
