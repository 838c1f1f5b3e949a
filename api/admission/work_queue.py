"""A bound on how much work of one kind is done at once, with a bounded queue before it."""

import asyncio
from collections import Counter, deque
from typing import TypeAlias

PATIENCE = 5.0  # seconds in the queue, then the request is refused

Turn: TypeAlias = "asyncio.Future[None]"


class QueueFull(Exception):
    """Too much work of this kind is waiting, or this caller has too much of it."""


class WorkQueue:
    """Work of one kind in this process; those who wait are served in order."""

    def __init__(
        self, at_once: int, waiting: int, per_caller: int | None = None, patience: float = PATIENCE
    ) -> None:
        self._free = at_once
        self._most_waiting = waiting
        self._per_caller = per_caller
        self._patience = patience
        self._queue: deque[Turn] = deque()
        self._by_caller: Counter[str] = Counter()

    @property
    def full(self) -> bool:
        """Whether nobody else may even wait."""
        return len(self._queue) >= self._most_waiting

    async def enter(self, caller: str) -> "Slot":
        """Return a slot as soon as there is one; raises QueueFull."""
        if self._per_caller is not None and self._by_caller[caller] >= self._per_caller:
            raise QueueFull
        if self._free and not self._queue:
            self._free -= 1
        elif self.full:
            raise QueueFull
        else:
            await self._wait()
        self._by_caller[caller] += 1
        return Slot(self, caller)

    async def _wait(self) -> None:
        """Wait for a slot; it is handed over by the one that leaves."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except BaseException as failure:
            if turn.done() and not turn.cancelled():
                self._hand_over()  # it was given a slot at the same moment
            elif turn in self._queue:
                self._queue.remove(turn)
            if isinstance(failure, TimeoutError):
                raise QueueFull from None
            raise

    def leave(self, caller: str) -> None:
        self._by_caller[caller] -= 1
        if not self._by_caller[caller]:
            del self._by_caller[caller]
        self._hand_over()

    def _hand_over(self) -> None:
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Slot:
    """A place behind a gate; it is given back once, at the latest when nobody refers to it."""

    def __init__(self, gate: WorkQueue, caller: str) -> None:
        self._gate: WorkQueue | None = gate
        self._caller = caller

    def release(self) -> None:
        gate, self._gate = self._gate, None
        if gate is not None:
            gate.leave(self._caller)

    def __enter__(self) -> None:
        return

    def __exit__(self, *failure: object) -> None:
        self.release()

    def __del__(self) -> None:
        self.release()
