"""The tokens of callers, from memory while the process hears of every revocation.

All processes read the changes of accounts four times a second. A token in memory counts only while
the last read is less than a second old, so a revocation reaches every process within a second.

While the server with the accounts is away, nobody can revoke a token. Then a token in memory counts
for a minute after the last read, unless the caller demands a look at the store (`look_up`).
"""

import time
from collections.abc import Callable
from hashlib import sha256

from application.lib.lru import Lru
from application.lib.reading_loop import (
    BELIEVED_SECONDS,
    TRUSTED_SECONDS,
    ReadingLoop,
)
from application.ports.accounts import Accounts, Change, Token
from application.ports.event_log import StoreUnavailable
from domain.kernel.ids import PlayerId

MOST_TOKENS = 100_000
COMPLETE_SECONDS = 30.0  # after a longer pause some changes may be gone; they are kept for 60 s
KEPT_SECONDS = 60.0  # how long a token is kept in memory at most


def hash_token(token: bytes) -> bytes:
    """Return the hash under which a token is stored."""
    return sha256(token).digest()


class TokenCache:
    def __init__(
        self,
        accounts: Accounts,
        now: Callable[[], int],
        on_change: Callable[[Change], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._accounts = accounts
        self._now = now  # ms since 1970
        self._clock = clock
        self._on_change = on_change
        # The tokens that were valid when they were last looked up, and until when they count.
        self.known: Lru[bytes, tuple[Token, float]] = Lru(MOST_TOKENS)
        self._revoked: dict[bytes, float] = {}  # lately: a slow reply must not bring them back
        self._last: bytes | None = None  # the last change that was read
        self._read_at = float("-inf")  # when the read began that brought the last changes
        self._away = False  # whether the last read has failed
        self._loop = ReadingLoop(self._try_to_read)

    def start(self) -> None:
        """Read the changes until the cache is closed."""
        self._loop.start()

    async def aclose(self) -> None:
        await self._loop.aclose()

    def owner(self, token_hash: bytes) -> PlayerId | None:
        """Return the player of a token that is in memory."""
        known = self.known.get(token_hash)
        return None if known is None else known[0].player

    def remembered(self, token_hash: bytes) -> Token | None:
        """Return a valid token from memory; None if there is none, or the store must be asked."""
        known, now = self.known.get(token_hash), self._clock()
        if known is None or known[1] <= now or now - self._read_at > TRUSTED_SECONDS:
            return None
        token = known[0]
        return None if token.expires is not None and self._is_expired(token) else token

    async def find(self, token_hash: bytes) -> Token | None:
        """Return a valid token; the store is asked if the token in memory may be out of date."""
        if (remembered := self.remembered(token_hash)) is not None:
            return remembered
        known = self.known.get(token_hash)
        if known is None:
            return await self.look_up(token_hash)
        if self._is_expired(known[0]):
            return None
        try:
            if not self._away:
                return await self.look_up(token_hash)
        except StoreUnavailable:
            self._away = True  # until the next read
        if self._clock() - self._read_at > BELIEVED_SECONDS:
            return await self.look_up(token_hash)
        return known[0]

    async def catch_up(self) -> None:
        """Read the changes now, after one that this process has made."""
        await self._loop.read_now()

    async def _try_to_read(self) -> None:
        try:
            await self.read_changes()
            self._away = False
        except StoreUnavailable:
            self._away = True
            raise

    async def read_changes(self) -> None:
        """Forget what has changed since the last read."""
        began = self._clock()
        if self._last is None or began - self._read_at > COMPLETE_SECONDS:
            last = await self._accounts.last_change()
            self.known.clear()
            self._last = last
        changes = await self._accounts.changes(self._last)
        while changes:
            for change in changes:
                self.forget(change)
            self._last = changes[-1].id
            changes = await self._accounts.changes(self._last)
        self._read_at = began
        kept = {each: at for each, at in self._revoked.items() if began - at < COMPLETE_SECONDS}
        self._revoked = kept

    def forget(self, change: Change) -> None:
        """Drop a token from memory, and tell the listener."""
        if change.token is not None:
            self.known.drop(change.token)
            self._revoked[change.token] = self._clock()
        self._on_change(change)

    async def look_up(self, token_hash: bytes) -> Token | None:
        """Return a valid token as the store has it now; raises StoreUnavailable."""
        found = await self._accounts.by_token(token_hash)
        if found is None or self._is_expired(found):
            self.known.drop(token_hash)
            return None
        if token_hash not in self._revoked:
            self.known.put(token_hash, (found, self._clock() + KEPT_SECONDS))
        return found

    def _is_expired(self, token: Token) -> bool:
        return token.expires is not None and token.expires <= self._now()
