"""The state of administration in this process: folded from the acts, never older than a second.

The acts are on one server of a cluster. While that one is away, nobody can be suspended, and play
at the tables of the others goes on for a minute with the state as it was last read.
"""

import logging
import time
from collections.abc import Callable
from typing import Protocol

from msgspec import MsgspecError

from application.lib.reading_loop import (
    BELIEVED_SECONDS,
    TRUSTED_SECONDS,
    ReadingLoop,
)
from application.ports.event_log import StoreUnavailable
from domain.administration.record import FIRST_HEAD, StoredAct, decode_record
from domain.administration.state import Administration, evolve

PAGE = 1000  # acts that are read at once
RETRY_SECONDS = 3.0  # after a read that failed, before a caller waits for another one

log = logging.getLogger(__name__)


class ActLog(Protocol):
    """The audit stream of administration: it only grows, and every act is on one hash chain."""

    async def append(self, number: int, head: bytes, act: StoredAct) -> bool:
        """Store an act after the one with this head; False if another act was stored there."""

    async def read(self, after: int, limit: int) -> list[StoredAct]:
        """Return acts in their order, those after this number."""


class AdministrationWatch:
    def __init__(self, acts: ActLog, clock: Callable[[], float] = time.monotonic) -> None:
        self._acts = acts
        self.clock = clock
        self._failed_at = float("-inf")
        self.trusted_until = float("-inf")  # by the clock: the state is at most a second old
        self._loop = ReadingLoop(self.read)
        self.state = Administration()  # as last read
        self.number = 0  # of the last act
        self.head = FIRST_HEAD

    def start(self) -> None:
        """Follow the acts until the watch is closed."""
        self._loop.start()

    async def aclose(self) -> None:
        await self._loop.aclose()

    async def current(self) -> Administration:
        """Return the state, at most a second old; raises StoreUnavailable if it may be older."""
        if self.clock() > self.trusted_until:
            await self.read()
        return self.state

    async def believed(self, within: float = TRUSTED_SECONDS) -> Administration:
        """Return the state for play, read within so many seconds unless its server is away.

        Raises StoreUnavailable if it could not be read for a minute.
        """
        now = self.clock()
        if now <= self.trusted_until - TRUSTED_SECONDS + within:
            return self.state
        is_believable = now <= self.trusted_until - TRUSTED_SECONDS + BELIEVED_SECONDS
        if not is_believable or now - self._failed_at >= RETRY_SECONDS:
            try:
                await self.read()
            except StoreUnavailable:
                if not is_believable:
                    raise
        return self.state

    async def read(self) -> None:
        """Fold the acts that were stored since the last read."""
        try:
            await self._read()
        except StoreUnavailable:
            self._failed_at = self.clock()
            raise

    async def _read(self) -> None:
        began = self.clock()
        after = self.number
        while page := await self._acts.read(after, PAGE):
            for number, stored in enumerate(page, after + 1):
                if number == self.number + 1:  # else another task has read it meanwhile
                    self._fold(number, stored)
            after = self.number
        self.trusted_until = began + TRUSTED_SECONDS

    async def start_over(self) -> None:
        """Fold all acts again: the store may have been set back."""
        self.state, self.number, self.head = Administration(), 0, FIRST_HEAD
        await self.read()

    def _fold(self, number: int, stored: StoredAct) -> None:
        """Fold one act; a damaged one has no effect, and must not stop play."""
        try:
            self.state = evolve(self.state, decode_record(stored.raw).act)
        except MsgspecError as wrong:
            log.critical("act %d of the administrators is damaged: %s", number, wrong)
        self.number, self.head = number, stored.head
