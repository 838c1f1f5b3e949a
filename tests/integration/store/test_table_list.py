"""Rows and their indexes change together, never go back, and live in generations."""

import asyncio

import pytest

from application.ports.table_list import StoredRow, list_position
from store.client.base import StoreClient
from store.table_list import RedisTableListStore
from store.versions import GenerationInUse
from tests.support.every_node import all_keys

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

INDEXES = ("all", "status:open")


def shelved(
    table: str, version: int = 1, indexes: tuple[str, ...] = INDEXES, order: str = "2026"
) -> StoredRow:
    return StoredRow(table, version, order, f"{table} {version}".encode(), indexes)


@pytest.fixture
def shelf(client: StoreClient) -> RedisTableListStore:
    return RedisTableListStore(client)


async def test_what_was_saved_is_found(shelf: RedisTableListStore) -> None:
    await shelf.save([shelved("one"), shelved("two")])
    assert await shelf.find(["two", "none", "one"]) == [b"two 1", None, b"one 1"]


async def test_nothing_is_found_for_nothing(shelf: RedisTableListStore) -> None:
    assert await shelf.find([]) == []


async def test_many_are_found_at_once(shelf: RedisTableListStore) -> None:
    names = [f"t{n}" for n in range(1_200)]
    await shelf.save([shelved(name) for name in names])
    assert await shelf.find(names) == [f"{name} 1".encode() for name in names]


async def test_a_newer_row_moves_between_indexes(shelf: RedisTableListStore) -> None:
    await shelf.save([shelved("one", 1, ("all", "status:open", "player:anne"))])
    await shelf.save([shelved("one", 2, ("all", "status:running"))])
    found = [await shelf.page(i, None, 9) for i in ("all", "status:open", "player:anne")]
    assert found == [[b"one 2"], [], []]
    assert await shelf.page("status:running", None, 9) == [b"one 2"]


@pytest.mark.parametrize("version", [4, 5])
async def test_an_older_or_equal_row_changes_nothing(
    shelf: RedisTableListStore, version: int
) -> None:
    await shelf.save([shelved("one", 5, ("all", "status:running"))])
    await shelf.save([StoredRow("one", version, "2026", b"late", ("status:open",))])
    assert await shelf.find(["one"]) == [b"one 5"]
    assert await shelf.page("status:open", None, 9) == []
    assert await shelf.page("status:running", None, 9) == [b"one 5"]


async def test_versions_are_compared_as_numbers(shelf: RedisTableListStore) -> None:
    await shelf.save([shelved("one", 9)])
    await shelf.save([shelved("one", 10)])
    assert await shelf.find(["one"]) == [b"one 10"]


async def test_of_many_writers_the_newest_wins(shelf: RedisTableListStore) -> None:
    versions = [*range(1, 40), *range(20, 0, -1)]
    await asyncio.gather(*(shelf.save([shelved("one", v, ("all", f"v:{v}"))]) for v in versions))
    assert await shelf.find(["one"]) == [b"one 39"]
    stale = [await shelf.page(f"v:{v}", None, 9) for v in range(1, 39)]
    assert not any(stale)


async def test_pages_run_from_the_newest_to_the_oldest_without_gaps(
    shelf: RedisTableListStore,
) -> None:
    await shelf.save([shelved(f"t{n}", order=f"2026-{n:02}") for n in range(5)])
    first = await shelf.page("all", None, 2)
    second = await shelf.page("all", list_position("2026-03", "t3"), 2)
    await shelf.save([shelved("newest", order="2027")])  # does not disturb whoever is turning pages
    third = await shelf.page("all", list_position("2026-01", "t1"), 2)
    assert [first, second, third] == [[b"t4 1", b"t3 1"], [b"t2 1", b"t1 1"], [b"t0 1"]]


async def test_a_second_generation_is_filled_unseen_and_put_in_place_at_once(
    shelf: RedisTableListStore,
) -> None:
    await shelf.save([shelved("one")])
    second = await shelf.begin()
    await shelf.save([StoredRow("one", 1, "2026", b"better", ("all",))], second)
    assert await shelf.page("all", None, 9) == [b"one 1"]
    assert await shelf.promote(second)
    assert await shelf.page("all", None, 9) == [b"better"]
    assert await shelf.page("status:open", None, 9) == []


async def test_while_one_is_being_built_new_rows_go_into_both(shelf: RedisTableListStore) -> None:
    first = await shelf.generation()
    second = await shelf.begin()
    await shelf.save([shelved("one")])
    assert await shelf.find(["one"], first) == await shelf.find(["one"], second) == [b"one 1"]


async def test_a_generation_that_was_overtaken_is_never_put_in_place(
    shelf: RedisTableListStore,
) -> None:
    second = await shelf.begin()
    third = await shelf.begin()
    assert not await shelf.promote(second)
    assert await shelf.promote(third)
    assert await shelf.promote(third)  # asked twice
    assert await shelf.generation() == third


async def test_a_dropped_generation_leaves_nothing_behind(
    shelf: RedisTableListStore, client: StoreClient
) -> None:
    await shelf.save([shelved("one"), shelved("two")])
    first, second = await shelf.generation(), await shelf.begin()
    assert await shelf.promote(second)
    await shelf.drop(first)
    assert await all_keys(client) == [b"{tables}:count", b"{tables}:current"]


async def test_what_is_read_or_built_is_not_dropped(shelf: RedisTableListStore) -> None:
    for generation in (await shelf.generation(), await shelf.begin()):
        with pytest.raises(GenerationInUse):
            await shelf.drop(generation)


async def test_each_gives_every_row_of_a_generation(shelf: RedisTableListStore) -> None:
    names = {f"t{n}" for n in range(700)}
    await shelf.save([shelved(name) for name in names])
    seen = [table async for batch in shelf.each("a") for table, _ in batch]
    assert set(seen) == names
