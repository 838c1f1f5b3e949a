"""Lets commands go first: other work pauses between its slices while a command is under way."""

import asyncio
from collections.abc import Collection

MOST_PAUSE = 0.025  # seconds that a slice waits for commands, so that it is never starved
LOOK_SECONDS = 0.005


class CommandPriority:
    """The commands that this process is handling; entered while one is handled."""

    def __init__(self) -> None:
        self._commands = 0
        self.sending: Collection[str] = ()  # tables whose commands were sent without waiting

    def __enter__(self) -> None:
        self._commands += 1

    def __exit__(self, *_: object) -> None:
        self._commands -= 1

    async def give_way(self) -> None:
        """Let other tasks run, then wait until no command is under way, for a short time."""
        await asyncio.sleep(0)
        clock = asyncio.get_running_loop().time
        until = clock() + MOST_PAUSE
        while (self._commands or self.sending) and clock() < until:
            await asyncio.sleep(LOOK_SECONDS)
