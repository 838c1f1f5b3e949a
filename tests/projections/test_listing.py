"""Pages of tables: by game, status and player, newest first, and nothing private."""

from base64 import urlsafe_b64encode

import pytest
from msgspec.structs import replace

from domain.kernel.ids import PlayerId
from projections.listing import Listing
from projections.shelf import Row, Status

pytestmark = pytest.mark.anyio

ANNE, BOB, HOST = "a" * 26, "b" * 26, "h" * 26


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


async def test_a_row_comes_back_as_it_was_saved(listing: Listing) -> None:
    saved = replace(row(1, players=(ANNE, BOB)), awaited=(1,), deadline="x", winners=(BOB,))
    await listing.save([saved])
    assert await listing.find([saved.id, "none"]) == {saved.id: saved}


async def test_pages_are_turned_with_the_cursor(listing: Listing) -> None:
    rows = [row(n) for n in range(5)]
    await listing.save(rows)
    seen: list[Row] = []
    cursor, pages = None, 0
    while pages == 0 or cursor is not None:
        page, cursor = await listing.page(cursor=cursor, limit=2)
        seen, pages = [*seen, *page], pages + 1
    assert (seen, pages) == (rows[::-1], 3)


async def test_a_full_last_page_has_no_cursor(listing: Listing) -> None:
    await listing.save([row(0), row(1)])
    page, cursor = await listing.page(limit=2)
    assert (len(page), cursor) == (2, None)


async def test_a_page_goes_on_where_it_was_though_tables_come_and_change(listing: Listing) -> None:
    rows = [row(n) for n in range(4)]
    await listing.save(rows)
    _, cursor = await listing.page(status="open", limit=2)
    await listing.save([row(9), replace(rows[2], status="running", version=2)])
    page, _ = await listing.page(status="open", cursor=cursor, limit=2)
    assert page == [rows[1], rows[0]]


async def test_filters_narrow_the_list(listing: Listing) -> None:
    gumball, running = row(0), row(1, status="running")
    bugs = row(2, game="bug_race", status="running")
    await listing.save([gumball, running, bugs])

    async def found(game: str | None = None, status: str | None = None) -> list[Row]:
        return (await listing.page(game, status))[0]

    assert await found() == [bugs, running, gumball]
    assert await found(game="gumball_rally") == [running, gumball]
    assert await found(status="running") == [bugs, running]
    assert await found(game="gumball_rally", status="running") == [running]
    assert await found(game="bug_race", status="open") == []


async def test_the_tables_of_a_player_can_be_narrowed_too(listing: Listing) -> None:
    rows = [row(n, status="open" if n % 3 else "running", players=(ANNE,)) for n in range(9)]
    await listing.save([*rows, row(10, players=(BOB,))])
    first, cursor = await listing.page(status="running", player=ANNE, limit=2)
    second, end = await listing.page(status="running", player=ANNE, cursor=cursor, limit=2)
    assert ([*first, *second], end) == ([rows[6], rows[3], rows[0]], None)


async def test_a_private_table_is_shown_only_to_its_own_people(listing: Listing) -> None:
    secret = row(0, players=(ANNE,), private=True)
    await listing.save([secret])
    for asker in (None, ANNE, BOB):
        assert (await listing.page(asker=asker))[0] == []
        assert (await listing.page(status="open", asker=asker))[0] == []
        own = (await listing.page(player=ANNE, asker=asker))[0]
        assert own == ([secret] if asker == ANNE else [])
    assert (await listing.page(player=HOST, asker=HOST))[0] == [secret]


async def test_whoever_got_up_does_not_find_the_table_any_more(listing: Listing) -> None:
    await listing.save([row(0, players=(ANNE, BOB))])
    await listing.save([replace(row(0, players=(BOB,)), version=2)])
    assert (await listing.page(player=ANNE))[0] == []
    assert len((await listing.page(player=BOB))[0]) == 1


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
async def test_a_bad_cursor_is_refused(listing: Listing, cursor: str) -> None:
    with pytest.raises(ValueError, match="not a cursor"):
        await listing.page(cursor=cursor)
