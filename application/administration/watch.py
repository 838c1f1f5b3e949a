"""The state of administration in this process: folded from the acts, never older than a second."""

import logging
from collections.abc import Callable

from msgspec import MsgspecError

from application.ports.acts import ActLog
from application.reading_loop import TRUSTED_SECONDS, ReadingLoop, steady_seconds
from domain.administration.record import FIRST_HEAD, StoredAct, decode_record
from domain.administration.state import Administration, evolve

PAGE = 1000  # acts that are read at once

log = logging.getLogger(__name__)


class AdministrationWatch:
    def __init__(self, acts: ActLog, clock: Callable[[], float] = steady_seconds) -> None:
        self._acts = acts
        self._clock = clock
        self._read_at = float("-inf")
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
        if self._clock() - self._read_at > TRUSTED_SECONDS:
            await self.read()
        return self.state

    async def read(self) -> None:
        """Fold the acts that were stored since the last read."""
        began = self._clock()
        after = self.number
        while page := await self._acts.read(after, PAGE):
            for number, stored in enumerate(page, after + 1):
                if number == self.number + 1:  # else another task has read it meanwhile
                    self._fold(number, stored)
            after = self.number
        self._read_at = began

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
