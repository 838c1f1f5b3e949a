"""Tokens from memory: not asked for again, and forgotten when they are revoked."""

import asyncio

import pytest

from application.lib.reading_loop import BELIEVED_SECONDS, TRUSTED_SECONDS
from application.ports.accounts import Change, Token
from application.ports.event_log import StoreUnavailable
from application.token_cache import COMPLETE_SECONDS, TokenCache

pytestmark = pytest.mark.anyio

HASH = b"h" * 32


class Accounts:
    """One token and its changes; counts how often the token is asked for."""

    def __init__(self) -> None:
        self.token: Token | None = Token("id", "zoe", "first", frozenset({"play"}), "2026", None)
        self.log: list[Change] = []
        self.asked = 0
        self.down = False
        self.slow = asyncio.Event()
        self.slow.set()

    async def by_token(self, token_hash: bytes) -> Token | None:
        if self.down:
            raise StoreUnavailable("down")
        self.asked += 1
        found = self.token
        await self.slow.wait()
        return found

    async def last_change(self) -> bytes:
        return self.log[-1].id if self.log else b"0"

    async def changes(self, after: bytes) -> list[Change]:
        if self.down:
            raise StoreUnavailable("down")
        return [each for each in self.log if each.id > after]

    def revoke(self) -> None:
        self.token = None
        self.log.append(Change(b"%d" % (len(self.log) + 1), token=HASH, revoked=True))


class Setting:
    def __init__(self) -> None:
        self.accounts = Accounts()
        self.seconds = 0.0
        self.ms = 0
        self.changed: list[Change] = []
        self.cache = TokenCache(
            self.accounts,  # type: ignore[arg-type]
            lambda: self.ms,
            self.changed.append,
            lambda: self.seconds,
        )


async def remembering() -> Setting:
    """Return a setting whose cache has just found the token."""
    here = Setting()
    await here.cache.read_changes()
    await here.cache.find(HASH)
    return here


async def test_a_token_is_asked_for_once_while_changes_are_read() -> None:
    here = Setting()
    for _ in range(20):
        await here.cache.read_changes()
        assert await here.cache.find(HASH) == here.accounts.token
        here.seconds += TRUSTED_SECONDS
    assert here.accounts.asked == 1
    assert HASH in here.cache.known


async def test_a_revoked_token_is_forgotten_with_the_next_change() -> None:
    here = await remembering()
    here.accounts.revoke()
    assert await here.cache.find(HASH) is not None  # not read yet
    await here.cache.read_changes()
    assert await here.cache.find(HASH) is None
    assert [each.token for each in here.changed] == [HASH]


async def test_memory_does_not_count_when_changes_were_not_read_lately() -> None:
    here = await remembering()
    here.accounts.revoke()
    here.seconds += TRUSTED_SECONDS + 0.01
    assert await here.cache.find(HASH) is None
    here.accounts.down = True
    with pytest.raises(StoreUnavailable):
        await here.cache.find(HASH)


async def test_a_token_is_trusted_for_a_minute_while_the_accounts_are_away() -> None:
    here = Setting()
    await here.cache.read_changes()
    token = await here.cache.find(HASH)
    here.accounts.down = True
    here.seconds += BELIEVED_SECONDS
    assert await here.cache.find(HASH) == token
    with pytest.raises(StoreUnavailable):
        await here.cache.find(b"x" * 32)  # never seen here
    with pytest.raises(StoreUnavailable):
        await here.cache.look_up(HASH)  # as for an administrator
    here.seconds += 0.01
    with pytest.raises(StoreUnavailable):
        await here.cache.find(HASH)


async def test_a_trusted_token_is_looked_up_once_the_accounts_are_back() -> None:
    here = await remembering()
    here.accounts.down = True
    here.seconds += TRUSTED_SECONDS + 0.01
    assert await here.cache.find(HASH) is not None
    here.accounts.down = False
    here.accounts.revoke()
    await here.cache.catch_up()
    assert await here.cache.find(HASH) is None


async def test_a_trusted_token_still_expires() -> None:
    here = Setting()
    here.accounts.token = Token("id", "zoe", "first", frozenset(), "2026", expires=1000)
    await here.cache.read_changes()
    await here.cache.find(HASH)
    here.accounts.down = True
    here.seconds += TRUSTED_SECONDS + 0.01
    here.ms = 1000
    assert await here.cache.find(HASH) is None


async def test_a_slow_answer_does_not_bring_a_revoked_token_back() -> None:
    here = Setting()
    await here.cache.read_changes()
    here.accounts.slow.clear()
    slow = asyncio.create_task(here.cache.find(HASH))
    await asyncio.sleep(0)
    here.accounts.revoke()
    await here.cache.read_changes()
    here.accounts.slow.set()
    await slow
    assert await here.cache.find(HASH) is None


async def test_an_expired_token_is_not_valid_in_memory_either() -> None:
    here = Setting()
    here.accounts.token = Token("id", "zoe", "first", frozenset(), "2026", expires=1000)
    await here.cache.read_changes()
    assert await here.cache.find(HASH) is not None
    here.ms = 1000
    assert await here.cache.find(HASH) is None


async def test_all_tokens_are_forgotten_when_changes_may_be_missing() -> None:
    here = await remembering()
    here.seconds += COMPLETE_SECONDS + 1
    await here.cache.read_changes()
    assert HASH not in here.cache.known


def test_play_includes_read() -> None:
    player = Token("id", "zoe", "bot", frozenset({"play"}), "2026", None)
    assert player.permits("read")
    assert not player.permits("webhooks")
