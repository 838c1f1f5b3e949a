"""A subject's notices are kept for a while; what was dropped is reported."""

import pytest

from store.client.base import StoreClient
from store.lists.notices import KEPT_OF_PLAYER, RedisNotices

pytestmark = [pytest.mark.anyio, pytest.mark.on_cluster]

ANNE, BOB = "a" * 26, "b" * 26


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
