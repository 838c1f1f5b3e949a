"""Seeks are matched once each, the oldest that fit first, and end when they are not renewed."""

import asyncio
from collections import Counter

import pytest

from application.ports.seeks import Seek, SeekLimits, Sought, TooManyWait, Wish
from application.world import RealWorld, new_id
from store.client.base import StoreClient
from store.lua.functions import fcall
from store.people.seeks import RedisSeeks
from tests.support.servers.processes import eventually
from tests.support.stores.worst_cases.stated import commands_of

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

LEASE_MS = 60_000
POOL, OTHER = "0" * 32, "f" * 32


def wish(
    players: int = 2,
    rating: float = 0.0,
    lowest: float | None = None,
    highest: float | None = None,
    pool: str = POOL,
) -> Wish:
    return Wish(pool, players, rating, lowest, highest, b"{}")


@pytest.fixture
def seeks(client: StoreClient) -> RedisSeeks:
    return RedisSeeks(client)


def fresh() -> str:
    return new_id(RealWorld())


async def add(
    seeks: RedisSeeks, player: str, wanted: Wish | None = None, lease_ms: int = LEASE_MS
) -> Sought:
    return await seeks.add(fresh(), player, wanted or wish(), limits(lease_ms), fresh())


def limits(lease_ms: int = LEASE_MS, most_there: int = 1_000) -> SeekLimits:
    return SeekLimits(3, "192.0.2.1", most_there, lease_ms)


async def state(seeks: RedisSeeks, sought: Sought) -> Seek:
    found = await seeks.find(sought.seek.id)
    assert found is not None
    return found


async def has_expired(seeks: RedisSeeks, sought: Sought) -> bool:
    return (await state(seeks, sought)).status == "expired"


async def test_the_first_waits_and_the_second_completes_the_match(seeks: RedisSeeks) -> None:
    anne = await add(seeks, "anne")
    assert (anne.seek.status, anne.match) == ("waiting", None)
    bob = await add(seeks, "bob")
    assert bob.match is not None
    assert bob.match.players == ("anne", "bob")
    assert bob.match.seeks == (anne.seek.id, bob.seek.id)
    for sought in (anne, bob):
        found = await state(seeks, sought)
        assert (found.status, found.table) == ("matched", bob.match.table)


async def test_the_oldest_are_matched_first(seeks: RedisSeeks) -> None:
    for name in ("anne", "bob", "cleo"):
        assert (await add(seeks, name, wish(4))).match is None
    late = await add(seeks, "dora", wish(4))
    assert late.match is not None
    assert late.match.players == ("anne", "bob", "cleo", "dora")


async def test_ratings_must_fit_in_both_directions(seeks: RedisSeeks) -> None:
    picky = await add(seeks, "picky", wish(rating=5, lowest=4, highest=6))
    weak = await add(seeks, "weak", wish(rating=1))
    assert weak.match is None
    aloof = await add(seeks, "aloof", wish(rating=5, highest=0.5))
    assert aloof.match is None
    equal = await add(seeks, "equal", wish(rating=4, lowest=4))
    assert equal.match is not None
    assert equal.match.players == ("picky", "equal")
    assert (await state(seeks, picky)).status == "matched"


async def test_a_group_is_found_past_one_that_fits_only_the_newest(seeks: RedisSeeks) -> None:
    for player, rating, lowest in (("old", 0.0, None), ("b", 5.0, 4.0), ("c", 6.0, 4.0)):
        assert (await add(seeks, player, wish(3, rating, lowest))).match is None
    last = await add(seeks, "d", wish(3, rating=7.0))
    assert last.match is not None
    assert last.match.players == ("b", "c", "d")


async def test_only_equal_tables_and_different_players_are_matched(seeks: RedisSeeks) -> None:
    for player, pool in (("anne", POOL), ("anne", POOL), ("bob", OTHER)):
        assert (await add(seeks, player, wish(pool=pool))).match is None


async def test_a_player_has_one_seek_in_a_pool(seeks: RedisSeeks) -> None:
    first = await add(seeks, "anne", wish(lowest=50))
    again = await add(seeks, "anne")
    assert (await state(seeks, first)).status == "cancelled"
    bob = await add(seeks, "bob")
    assert bob.match is not None
    assert bob.match.seeks == (again.seek.id, bob.seek.id)


@pytest.mark.parametrize(
    ("rating", "lowest", "highest"),
    [(0, 900, None), (0, 0.001, 0.02), (0.01, 0, 0)],
)
async def test_seeks_that_fit_nobody_take_no_place(
    seeks: RedisSeeks, rating: float, lowest: float | None, highest: float | None
) -> None:
    """Before: 520 seeks with an impossible rating blocked a game for everybody."""
    for n in range(520):
        await add(seeks, f"bad{n}", wish(3, rating, lowest, highest))
    narrow = wish(3, 0, -0.5, 0.005)
    for name in ("anne", "bob", "cleo"):
        cleo = await add(seeks, name, narrow)
    assert cleo.match is not None
    assert cleo.match.players == ("anne", "bob", "cleo")


async def test_nobody_hides_a_group_by_seeks_that_fit_only_its_last_member(
    seeks: RedisSeeks,
) -> None:
    for n in range(150):
        await add(seeks, f"bad{n}", wish(4, 9, 5, 5))
    for name in ("anne", "bob", "cleo"):
        assert (await add(seeks, name, wish(4))).match is None
    dora = await add(seeks, "dora", wish(4, 5))
    assert dora.match is not None
    assert dora.match.players == ("anne", "bob", "cleo", "dora")


async def test_an_address_may_have_so_many_seeks(seeks: RedisSeeks) -> None:
    for n in range(3):
        await seeks.add(fresh(), f"p{n}", wish(9), limits(most_there=3), fresh())
    with pytest.raises(TooManyWait) as many:
        await seeks.add(fresh(), "p9", wish(9), limits(most_there=3), fresh())
    assert many.value.at_address
    await seeks.add(fresh(), "p0", wish(9), limits(most_there=3), fresh())  # in place of the first


async def test_all_seeks_of_a_player_end_at_once(seeks: RedisSeeks) -> None:
    for pool in (POOL, OTHER):
        await add(seeks, "anne", wish(pool=pool))
    await seeks.cancel_all("anne")
    assert [each.status for each in await seeks.of("anne")] == ["cancelled", "cancelled"]
    assert (await add(seeks, "bob")).match is None


async def test_a_seek_that_is_not_renewed_is_matched_no_more(seeks: RedisSeeks) -> None:
    gone, kept = await add(seeks, "gone", lease_ms=1), await add(seeks, "kept", wish(pool=OTHER))
    await eventually(lambda: has_expired(seeks, gone))
    await seeks.renew(["gone", "kept"], LEASE_MS)
    assert await has_expired(seeks, gone)
    assert (await state(seeks, kept)).until > kept.seek.until - 1
    assert (await add(seeks, "bob")).match is None


async def test_a_cancelled_seek_is_matched_no_more_and_a_matched_one_not_cancelled(
    seeks: RedisSeeks,
) -> None:
    anne = await add(seeks, "anne")
    cancelled = await seeks.cancel(anne.seek.id)
    assert cancelled is not None
    assert cancelled.status == "cancelled"
    assert (await add(seeks, "bob")).match is None
    cleo = await add(seeks, "cleo")
    assert cleo.match is not None
    after = await seeks.cancel(cleo.seek.id)
    assert after is not None
    assert after.status == "matched"
    assert await seeks.cancel(fresh()) is None


async def test_a_player_may_have_so_many_seeks(seeks: RedisSeeks) -> None:
    pools = [f"{n:032}" for n in range(4)]
    made = [await add(seeks, "anne", wish(pool=pool)) for pool in pools[:3]]
    with pytest.raises(TooManyWait):
        await add(seeks, "anne", wish(pool=pools[3]))
    assert [each.id for each in await seeks.of("anne")] == [each.seek.id for each in made[::-1]]
    await seeks.cancel(made[0].seek.id)
    assert (await add(seeks, "anne", wish(pool=pools[3]))).seek.status == "waiting"


@pytest.mark.real_server
async def test_seeks_that_ended_cost_other_calls_nothing(
    seeks: RedisSeeks, client: StoreClient
) -> None:
    waiting = await add(seeks, "anne")
    renew = fcall("renew_seeks", ["{seeks}:pending"], LEASE_MS, "anne")
    before = await commands_of(client, renew)
    for _ in range(150):
        await seeks.cancel((await add(seeks, "anne", wish(pool=OTHER))).seek.id)
    assert await commands_of(client, renew) == before
    listed = await seeks.of("anne")
    assert [each.status for each in listed] == [*(100 * ["cancelled"]), "waiting"]
    assert listed[-1].id == waiting.seek.id


async def test_a_call_that_is_sent_twice_makes_one_seek(seeks: RedisSeeks) -> None:
    await add(seeks, "anne")
    name, table = fresh(), fresh()
    first = await seeks.add(name, "bob", wish(), limits(), table)
    again = await seeks.add(name, "bob", wish(), limits(), fresh())
    assert (again.seek, again.match) == (first.seek, None)


async def test_an_unfinished_match_is_due_after_a_while(
    seeks: RedisSeeks, client: StoreClient
) -> None:
    await add(seeks, "anne")
    match = (await add(seeks, "bob")).match
    assert match is not None
    assert await seeks.take_due(9) == []
    await client.execute("ZADD", "{seeks}:pending", 1, match.table)
    assert await seeks.take_due(9) == [match]
    assert await seeks.take_due(9) == []  # one caller has it
    await seeks.finished(match)
    await client.execute("ZADD", "{seeks}:pending", "XX", 1, match.table)
    assert await seeks.take_due(9) == []


async def test_a_match_that_cannot_be_opened_is_dissolved(seeks: RedisSeeks) -> None:
    anne = await add(seeks, "anne")
    bob = await add(seeks, "bob")
    assert bob.match is not None
    await seeks.dissolve(bob.match, ["anne"], LEASE_MS)
    found = [await state(seeks, each) for each in (anne, bob)]
    assert [each.status for each in found] == ["cancelled", "waiting"]
    cleo = await add(seeks, "cleo")  # who waits again is matched as before
    assert cleo.match is not None
    assert cleo.match.players == ("bob", "cleo")


async def test_many_at_once_are_matched_once_each(seeks: RedisSeeks) -> None:
    names = [f"p{n}" for n in range(60)]
    sought = await asyncio.gather(*(add(seeks, name, wish(3)) for name in names))
    matches = [each.match for each in sought if each.match is not None]
    assert Counter(p for match in matches for p in match.players) == Counter(names)
