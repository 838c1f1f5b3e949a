"""The indexes of a table change together, never go back, and live in generations."""

import asyncio

import pytest

from application.ports.feeds import TABLE_LIST, Move, Overtaken
from application.ports.notices import NewNotice
from application.ports.table_list import StoredRow, list_position
from store.client.base import StoreClient
from store.feeds.positions import RedisPositions
from store.lists.notices import RedisNotices
from store.lists.read_model import GenerationInUse
from store.lists.table_list import RedisTableListStore
from tests.support.stores.contents import all_keys

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

INDEXES = ("all", "status:open")


async def listed(
    store: RedisTableListStore,
    index: str,
    after: str | None,
    limit: int,
    oldest_first: bool = False,
) -> list[str]:
    page = await store.page(index, after, limit, oldest_first)
    return [position.rpartition("|")[2] for position, _ in page]


def row(
    table: str, version: int = 1, indexes: tuple[str, ...] = INDEXES, order: str = "2026"
) -> StoredRow:
    return StoredRow(table, version, order, b"", indexes)


@pytest.fixture
def store(client: StoreClient) -> RedisTableListStore:
    return RedisTableListStore(client)


async def test_what_was_saved_is_found(store: RedisTableListStore) -> None:
    await store.save([row("one"), row("two")])
    place = b"1 all status:open"
    assert await store.places(["two", "none", "one"]) == [place, None, place]


async def test_nothing_is_found_for_nothing(store: RedisTableListStore) -> None:
    assert await store.places([]) == []


async def test_many_are_found_at_once(store: RedisTableListStore) -> None:
    names = [f"t{n}" for n in range(1_200)]
    await store.save([row(name) for name in names])
    assert await store.places(names) == [b"1 all status:open"] * len(names)


async def test_a_newer_row_moves_between_indexes(store: RedisTableListStore) -> None:
    await store.save([row("one", 1, ("all", "status:open", "player:anne"))])
    await store.save([row("one", 2, ("all", "status:running"))])
    found = [await listed(store, i, None, 9) for i in ("all", "status:open", "player:anne")]
    assert found == [["one"], [], []]
    assert await listed(store, "status:running", None, 9) == ["one"]


@pytest.mark.parametrize("version", [4, 5])
async def test_an_older_or_equal_row_changes_nothing(
    store: RedisTableListStore, version: int
) -> None:
    await store.save([row("one", 5, ("all", "status:running"))])
    await store.save([row("one", version, ("status:open",))])
    assert await store.places(["one"]) == [b"5 all status:running"]
    assert await listed(store, "status:open", None, 9) == []
    assert await listed(store, "status:running", None, 9) == ["one"]


async def test_versions_are_compared_as_numbers(store: RedisTableListStore) -> None:
    await store.save([row("one", 9)])
    await store.save([row("one", 10)])
    assert await store.places(["one"]) == [b"10 all status:open"]


async def test_the_newest_of_many_writers_wins(store: RedisTableListStore) -> None:
    versions = [*range(1, 40), *range(20, 0, -1)]
    await asyncio.gather(*(store.save([row("one", v, ("all", f"v:{v}"))]) for v in versions))
    assert await store.places(["one"]) == [b"39 all v:39"]
    stale = [await listed(store, f"v:{v}", None, 9) for v in range(1, 39)]
    assert not any(stale)


async def test_pages_run_from_the_newest_to_the_oldest_without_gaps(
    store: RedisTableListStore,
) -> None:
    await store.save([row(f"t{n}", order=f"2026-{n:02}") for n in range(5)])
    first = await listed(store, "all", None, 2)
    second = await listed(store, "all", list_position("2026-03", "t3"), 2)
    await store.save(
        [row("newest", order="2027")]
    )  # does not disturb a client that is turning pages
    third = await listed(store, "all", list_position("2026-01", "t1"), 2)
    oldest = await listed(store, "all", list_position("2026-01", "t1"), 2, oldest_first=True)
    assert oldest == ["t2", "t3"]
    assert [first, second, third] == [["t4", "t3"], ["t2", "t1"], ["t0"]]


async def test_a_second_generation_is_filled_unseen_and_put_in_place_at_once(
    store: RedisTableListStore,
) -> None:
    await store.save([row("one")])
    second = await store.begin()
    await store.save([row("one", 1, ("all",))], second)
    assert await listed(store, "status:open", None, 9) == ["one"]
    assert await store.promote(second)
    assert await listed(store, "all", None, 9) == ["one"]
    assert await listed(store, "status:open", None, 9) == []


async def test_while_one_is_being_built_new_rows_go_into_both(store: RedisTableListStore) -> None:
    first = await store.generation()
    second = await store.begin()
    await store.save([row("one")])
    [one], [other] = await store.places(["one"], first), await store.places(["one"], second)
    assert one == other == b"1 all status:open"


async def test_a_generation_that_was_overtaken_is_never_put_in_place(
    store: RedisTableListStore,
) -> None:
    second = await store.begin()
    third = await store.begin()
    assert not await store.promote(second)
    assert await store.promote(third)
    assert await store.promote(third)  # asked twice
    assert await store.generation() == third


async def test_a_dropped_generation_leaves_nothing_behind(
    store: RedisTableListStore, client: StoreClient
) -> None:
    await store.save([row("one"), row("two")])
    first, second = await store.generation(), await store.begin()
    assert await store.promote(second)
    await store.drop(first)
    assert await all_keys(client) == [b"{tables}:count", b"{tables}:current"]


async def test_what_is_read_or_built_is_not_dropped(store: RedisTableListStore) -> None:
    for generation in (await store.generation(), await store.begin()):
        with pytest.raises(GenerationInUse):
            await store.drop(generation)


async def test_each_gives_every_row_of_a_generation(store: RedisTableListStore) -> None:
    names = {f"t{n}" for n in range(700)}
    await store.save([row(name) for name in names])
    seen = [table async for batch in store.each("a") for table, _ in batch]
    assert set(seen) == names


def move(seen: int, reached: int, commits: int = 1) -> Move:
    return Move(commits, {3: ((seen, 0), (reached, 0))})


async def test_what_a_reader_writes_is_written_once_with_its_position(
    store: RedisTableListStore, client: StoreClient
) -> None:
    notice = NewNotice(("lobby",), b"{}")
    await store.save([row("one")], notices=[notice], move=move(0, 5, 2))
    with pytest.raises(Overtaken):
        await store.save([row("one", 2, ("all",))], notices=[notice], move=move(0, 5))
    assert await store.places(["one"]) == [b"1 all status:open"]
    assert len(await RedisNotices(client).after("0-0", 9)) == 1
    await store.save([], notices=[notice], move=move(5, 6))
    assert await store.position() == 3  # commits
    assert (await RedisPositions(client, TABLE_LIST).read())[3] == (6, 0)
