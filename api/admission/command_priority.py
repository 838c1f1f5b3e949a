"""Lets commands go first: other work pauses between its slices while a command is under way."""

import asyncio

MOST_PAUSE = 0.025  # seconds that a slice waits for commands, so that it is never starved


class CommandPriority:
    """The commands that this process is handling; entered while one is handled."""

    def __init__(self) -> None:
        self._commands = 0
        self._waiting: list[asyncio.Future[None]] = []

    def __enter__(self) -> None:
        self._commands += 1

    def __exit__(self, *_: object) -> None:
        self._commands -= 1
        if not self._commands and self._waiting:
            self._resume()

    async def give_way(self) -> None:
        """Let other tasks run, then wait until no command is under way, for a short time."""
        await asyncio.sleep(0)
        if not self._commands:
            return
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        timer = loop.call_later(MOST_PAUSE, _set, turn)
        try:
            await turn
        finally:
            timer.cancel()

    def _resume(self) -> None:
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            _set(turn)


def _set(turn: "asyncio.Future[None]") -> None:
    if not turn.done():
        turn.set_result(None)
