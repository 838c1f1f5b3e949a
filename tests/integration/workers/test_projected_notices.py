"""Notices are published once with the row of their table, in order, and to nobody else."""

import asyncio
from typing import Any

import pytest
from msgspec import json

from application.ports.notices import NewNotice
from application.ports.table_list import StoredRow
from projections.notices.notice import LOBBY
from store.client.base import StoreClient
from store.notices import KEPT_OF_PLAYER, RedisNotices
from store.table_list import RedisTableListStore

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

ANNE, BOB = "a" * 26, "b" * 26
NOW = 10**12


def row(version: int) -> StoredRow:
    return StoredRow("one", version, "2026", b"row", ("all",))


def notice(version: int, *subjects: str) -> NewNotice:
    return NewNotice(version, subjects, json.encode({"version": version}))


async def versions(notices: RedisNotices, subject: str) -> list[Any]:
    found = (await notices.kept(subject, "0-0", NOW)).notices
    return [json.decode(each.body)["version"] for each in found]


async def test_a_notice_is_published_once_however_often_its_commit_is_handed_out(
    client: StoreClient,
) -> None:
    rows, notices = RedisTableListStore(client), RedisNotices(client)
    first = {"one": [notice(1, LOBBY), notice(2, ANNE, BOB)]}
    await asyncio.gather(*(rows.save([row(2)], notices=first) for _ in range(5)))
    await rows.save([row(3)], notices={"one": [notice(2, ANNE, BOB), notice(3, ANNE)]})
    assert await versions(notices, LOBBY) == [1]
    assert await versions(notices, ANNE) == [2, 3]
    assert await versions(notices, BOB) == [2]
    assert [each.subjects for each in await notices.after("0-0", 9)] == [
        (LOBBY,),
        (ANNE, BOB),
        (ANNE,),
    ]


async def test_a_rebuild_publishes_nothing(client: StoreClient) -> None:
    rows, notices = RedisTableListStore(client), RedisNotices(client)
    generation = await rows.begin()
    await rows.save([row(1)], generation, {"one": [notice(1, ANNE)]})
    assert await versions(notices, ANNE) == []
    await rows.save([row(1)], notices={"one": [notice(1, ANNE)]})
    assert await versions(notices, ANNE) == [1]


async def test_what_was_dropped_is_reported(client: StoreClient) -> None:
    notices = RedisNotices(client)
    for _ in range(3 * KEPT_OF_PLAYER):
        await notices.publish([ANNE], b"{}")
    newest = await notices.last()
    now = int(newest.partition("-")[0])
    assert await notices.kept(ANNE, newest, now) == ([], True)
    assert not (await notices.kept(ANNE, "1-0", now)).complete
    assert not (await notices.kept(BOB, "1-0", now)).complete  # a day may have passed
    assert (await notices.kept(BOB, newest, now)).complete
