"""Seeks and pending matches, all in one slot: one function matches them in one step."""

from collections.abc import Sequence
from typing import Any

from application.ports.seeks import Match, Seek, SeekLimits, SeekStore, Sought, TooManyWait, Wish
from domain.kernel.ids import PlayerId, TableId
from store.client.base import StoreClient
from store.client.connection import Argument
from store.lua import functions
from store.people import people_keys

AT_ONCE = 50  # players whose seeks are renewed by one call


class RedisSeeks(SeekStore):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def add(
        self, seek: str, player: PlayerId, wish: Wish, limits: SeekLimits, table: TableId
    ) -> Sought:
        most, address, most_there, lease_ms = limits
        reply = await functions.call(
            self._client,
            "add_seek",
            [people_keys.SEEK_PLACES, people_keys.PENDING_MATCHES],
            *(seek, player, most, lease_ms, table, wish.pool, wish.players, repr(wish.rating)),
            *(_bound(wish.lowest), _bound(wish.highest), wish.body, address, most_there),
        )
        if isinstance(reply, int):
            raise TooManyWait(at_address=reply < 0)
        found, *match = reply
        return Sought(_seek(found), _match(match[0]) if match else None)

    async def find(self, seek: str) -> Seek | None:
        [found] = await self._call("find_seeks", seek)
        return None if found is None else _seek(found)

    async def of(self, player: PlayerId) -> list[Seek]:
        found = await self._call("seeks_of_player", player)
        return [_seek(each) for each in found if each is not None]

    async def renew(self, players: Sequence[PlayerId], lease_ms: int) -> None:
        for start in range(0, len(players), AT_ONCE):
            await self._call("renew_seeks", lease_ms, *players[start : start + AT_ONCE])

    async def cancel(self, seek: str) -> Seek | None:
        found = await self._call("cancel_seek", seek)
        return None if found is None else _seek(found)

    async def cancel_all(self, player: PlayerId) -> None:
        await self._call("cancel_seeks_of", player)

    async def take_due(self, limit: int) -> list[Match]:
        return [_match(each) for each in await self._call("take_due_matches", limit)]

    async def finished(self, match: Match) -> None:
        await self._call("finish_match", match.table)

    async def dissolve(self, match: Match, refused: Sequence[PlayerId], lease_ms: int) -> None:
        await self._call("dissolve_match", match.table, lease_ms, *refused)

    async def _call(self, name: str, *args: Argument) -> Any:
        return await functions.call(self._client, name, [people_keys.PENDING_MATCHES], *args)


def _bound(value: float | None) -> str:
    return "" if value is None else repr(value)


def _seek(found: list[bytes]) -> Seek:
    words = [word.decode() for word in found[:-1]]
    id_, player, status, table, created, until, pool, count, rating, low, high, _ = words
    wish = Wish(pool, int(count), float(rating), _number(low), _number(high), found[-1])
    known: Any = status
    return Seek(id_, player, known, table or None, int(created), int(until), wish)


def _number(text: str) -> float | None:
    return float(text) if text else None


def _match(found: list[bytes]) -> Match:
    table, players, seeks, address = (word.decode() for word in found[:-1])
    return Match(table, tuple(players.split()), tuple(seeks.split()), address, found[-1])
