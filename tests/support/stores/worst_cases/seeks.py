"""Fills the keys of seeks to their maximum, and returns the call that costs most then."""

from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua.functions import fcall
from store.people import people_keys
from store.people.seeks import AT_ONCE

MOST_WAITING = 5  # of a player, by the settings
ENDED = 100  # of a player: the others have left the list
LOOKED_AT = 200  # of a pool
MOST_SEATS = 8
NARROW = "0"  # the bounds of a range of one rating, which has an entry of the index only
POOL = "0" * 32
EXPIRED, LASTING = 1, 9 * 10**14
KEYS: list[Argument] = [people_keys.PENDING_MATCHES]


async def add_seek(client: StoreClient) -> list[Argument]:
    """All seeks of the player and of the pool have expired."""
    await _fill(client, "anne", MOST_WAITING, EXPIRED, pool="f" * 32)
    await _fill(client, "other", LOOKED_AT, EXPIRED)
    keys: list[Argument] = [people_keys.SEEK_PLACES, people_keys.PENDING_MATCHES]
    wanted: tuple[Argument, ...] = (POOL, 2, "0", NARROW, NARROW, "{}", "", 99)
    return fcall("add_seek", keys, "new", "anne", 5, 60_000, "t", *wanted)


async def find_seeks(client: StoreClient) -> list[Argument]:
    await _fill(client, "anne", 1, EXPIRED)
    return fcall("find_seeks", KEYS, "anne0")


async def seeks_of_player(client: StoreClient) -> list[Argument]:
    await _fill(client, "anne", MOST_WAITING, EXPIRED)
    for n in range(ENDED):
        await _seek(client, f"ended{n}", "anne", -n, LASTING, "cancelled")
        await client.execute("ZADD", "{seeks}:ended:anne", -n, f"ended{n}")
    return fcall("seeks_of_player", KEYS, "anne")


async def renew_seeks(client: StoreClient) -> list[Argument]:
    players = [f"player{n}x" for n in range(AT_ONCE)]
    for player in players:
        await _fill(client, player, MOST_WAITING, EXPIRED)
    return fcall("renew_seeks", KEYS, 60_000, *players)


async def cancel_seek(client: StoreClient) -> list[Argument]:
    await _fill(client, "anne", 1, LASTING)
    return fcall("cancel_seek", KEYS, "anne0")


async def take_due_matches(client: StoreClient) -> list[Argument]:
    for n in range(20):
        await client.execute("ZADD", people_keys.PENDING_MATCHES, 1, f"table{n}")
    return fcall("take_due_matches", KEYS, 10)


async def finish_match(client: StoreClient) -> list[Argument]:
    return fcall("finish_match", KEYS, "t")


async def dissolve_match(client: StoreClient) -> list[Argument]:
    """Nobody is refused, and all seeks of all players have expired."""
    players = [f"p{n}x" for n in range(MOST_SEATS)]
    for player in players:
        await _fill(client, player, MOST_WAITING, EXPIRED, pool="f" * 32)
        await _seek(client, f"match{player}", player, 9, EXPIRED, "matched")
    seeks = " ".join(f"match{player}" for player in players)
    await client.execute("HSET", "{seeks}:match:t", "seeks", seeks)
    return fcall("dissolve_match", KEYS, "t", 60_000)


async def cancel_seeks_of(client: StoreClient) -> list[Argument]:
    await _fill(client, "anne", MOST_WAITING, LASTING)
    return fcall("cancel_seeks_of", KEYS, "anne")


async def _fill(client: StoreClient, player: str, count: int, until: int, pool: str = POOL) -> None:
    for n in range(count):
        name = f"{player}{n}"
        await _seek(client, name, player, n, until, "waiting", pool)
        await client.execute("ZADD", "{seeks}:player:" + player, n, name)
        await client.execute("ZADD", "{seeks}:pool:" + pool, 0, f"1400000:04000:{n:015}:{name}")


async def _seek(
    client: StoreClient,
    name: str,
    player: str,
    place: int,
    until: int,
    state: str,
    pool: str = POOL,
) -> None:
    own = ("player", player, "place", place, "state", state, "until", until, "pool", pool)
    rest = ["count", "2", "rating", "0", "body", "{}", "created", "1", "address", "192.0.2.1"]
    await client.execute(
        "HSET", "{seeks}:seek:" + name, *own, *rest, "low", "", "high", "", "table", ""
    )


CASES = (
    add_seek,
    find_seeks,
    seeks_of_player,
    renew_seeks,
    cancel_seek,
    take_due_matches,
    finish_match,
    dissolve_match,
    cancel_seeks_of,
)
