"""One order of finished tables; a board and its position change together or not at all."""

import asyncio

import pytest

from application.ports.feeds import LEADERBOARD, START, Move, Overtaken
from application.ports.leaderboard import StoredStanding
from store.client.base import StoreClient
from store.feeds.positions import RedisPositions
from store.lists.leaderboard import RedisLeaderboardStore

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

ANNE, BOB, CLEO = "a" * 26, "b" * 26, "c" * 26


@pytest.fixture
def ranking(client: StoreClient) -> RedisLeaderboardStore:
    return RedisLeaderboardStore(client)


def placed(player: str, rank: str, row: bytes = b"row", game: str = "rally") -> StoredStanding:
    return StoredStanding(game, player, rank, row)


async def test_a_table_gets_one_place_however_often_it_is_named(
    ranking: RedisLeaderboardStore,
) -> None:
    assert await ranking.order(["x", "y"]) == [1, 2]
    assert await ranking.order(["z", "x", "z"]) == [3, 1, 3]
    assert await ranking.after(0, 10) == ["x", "y", "z"]
    assert await ranking.after(1, 1) == ["y"]
    assert await ranking.places(["z", "nobody"]) == [3, None]
    assert await ranking.places([]) == []


async def test_places_are_given_in_one_step_with_the_position_of_the_reader(
    client: StoreClient, ranking: RedisLeaderboardStore
) -> None:
    move = Move(1, {0: (START, (5, 0))})
    assert await ranking.order(["x"], move) == [1]
    with pytest.raises(Overtaken):
        await ranking.order(["y"], move)
    assert await ranking.after(0, 10) == ["x"]
    assert (await RedisPositions(client, LEADERBOARD).read())[0] == (5, 0)


async def test_many_who_give_places_at_once_make_one_order(
    client: StoreClient, ranking: RedisLeaderboardStore
) -> None:
    tables = [f"t{n}" for n in range(30)]
    told = await asyncio.gather(*(ranking.order(tables[n:] + tables[:n]) for n in range(0, 30, 7)))
    order = await ranking.after(0, 100)
    assert sorted(order) == sorted(tables)
    for n, places in zip(range(0, 30, 7), told, strict=True):
        assert [order[place - 1] for place in places] == tables[n:] + tables[:n]


async def test_rows_and_position_change_together(ranking: RedisLeaderboardStore) -> None:
    assert await ranking.fold("a", 0, 2, [placed(ANNE, "5"), placed(BOB, "3")])
    found = await ranking.find([("rally", BOB), ("rally", CLEO)])
    assert (found.generation, found.position, found.rows) == ("a", 2, [b"row", None])


async def test_a_late_fold_changes_nothing(ranking: RedisLeaderboardStore) -> None:
    assert await ranking.fold("a", 0, 1, [placed(ANNE, "5", b"first")])
    assert not await ranking.fold("a", 0, 1, [placed(ANNE, "9", b"second")])
    assert (await ranking.page("rally", None, 9)).rows == [b"first"]


async def test_a_generation_that_is_not_in_use_takes_nothing(
    ranking: RedisLeaderboardStore,
) -> None:
    assert not await ranking.fold("g7", 0, 1, [placed(ANNE, "5")])
    assert await ranking.position("g7") == 0


async def test_a_board_lists_the_greatest_first_and_knows_who_stands_before(
    ranking: RedisLeaderboardStore,
) -> None:
    rows = [placed(ANNE, "5"), placed(BOB, "7"), placed(CLEO, "5"), placed(ANNE, "9", game="bugs")]
    await ranking.fold("a", 0, 1, rows)
    whole = await ranking.page("rally", None, 9)
    assert whole.members == [f"7|{BOB}", f"5|{CLEO}", f"5|{ANNE}"]
    assert (whole.position, whole.before, whole.higher) == (1, 0, 0)
    rest = await ranking.page("rally", f"5|{CLEO}", 9)
    assert (rest.members, rest.before, rest.higher) == ([f"5|{ANNE}"], 2, 1)
    assert (await ranking.page("nothing", None, 9)).members == []


async def test_a_player_who_moves_leaves_the_old_place(ranking: RedisLeaderboardStore) -> None:
    await ranking.fold("a", 0, 1, [placed(ANNE, "5"), placed(BOB, "6")])
    await ranking.fold("a", 1, 2, [placed(ANNE, "7", b"new")])
    board = await ranking.page("rally", None, 9)
    assert (board.members, board.rows[0]) == ([f"7|{ANNE}", f"6|{BOB}"], b"new")


async def test_a_new_generation_takes_over_only_when_it_is_as_far(
    ranking: RedisLeaderboardStore,
) -> None:
    await ranking.fold("a", 0, 2, [placed(ANNE, "5")])
    new = await ranking.begin()
    assert await ranking.promote(new) == "behind"
    await ranking.fold(new, 0, 2, [placed(ANNE, "6")])
    assert await ranking.promote(new) == "current"
    assert await ranking.promote(new) == "current"  # asked twice
    assert (await ranking.page("rally", None, 9)).members == [f"6|{ANNE}"]
    assert not await ranking.fold("a", 2, 3, [placed(ANNE, "5")])
    await ranking.drop("a")
    assert (await ranking.find([("rally", ANNE)], "a")).rows == [None]


async def test_a_generation_that_was_overtaken_is_rejected(ranking: RedisLeaderboardStore) -> None:
    first = await ranking.begin()
    await ranking.begin()
    assert await ranking.promote(first) == "overtaken"


async def test_lag_is_what_stands_in_the_order_but_not_on_the_boards(
    ranking: RedisLeaderboardStore,
) -> None:
    await ranking.order(["x", "y", "z"])
    await ranking.fold("a", 0, 1, [])
    assert await ranking.lag() == 2
