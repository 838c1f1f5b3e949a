"""One open stream as its channel sees it."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from domain.kernel.ids import PlayerId


def stream_name(player: PlayerId | None) -> str:
    """Return a name for a stream that no other stream of any process has."""
    return f"{secrets.token_hex(8)}:{player or ''}"


class Subscriber:
    def __init__(
        self,
        player: PlayerId | None,
        token: bytes | None,
        name: str,
        on_end: Callable[[], None],
    ) -> None:
        self.player = player
        self.token = token  # the hash of the token that opened the stream
        self.name = name
        self.end_reason: str | None = None
        self._on_end = on_end
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Let `wait` return: there is something to send."""
        self._woken.set()

    def end(self, reason: str) -> None:
        """End the stream; the first reason counts."""
        self.end_reason = self.end_reason or reason
        self._woken.set()
        self._on_end()

    async def wait(self, until: float) -> None:
        """Wait until woken, or until this moment of the loop's clock."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._woken.wait()
        self._woken.clear()
