"""The lifespan of an ASGI application: started before the first request, ended after the last."""

import asyncio
from typing import Any

from api.transport.exchange import Application


class LifespanFailed(Exception):
    """The application could not start."""


class Lifespan:
    """Sends the two messages of the protocol and waits for their answers."""

    def __init__(self, application: Application, state: dict[str, Any]) -> None:
        self._application = application
        self._scope = {
            "type": "lifespan",
            "asgi": {"version": "3.0", "spec_version": "2.0"},
            "state": state,
        }
        self._messages: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._answers: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the application; raises LifespanFailed if it cannot."""
        self._running = asyncio.create_task(self._run())
        await self._ask("lifespan.startup")

    async def end(self) -> None:
        if self._running is not None and not self._running.done():
            await self._ask("lifespan.shutdown")
            await self._running

    async def _run(self) -> None:
        await self._application(self._scope, self._messages.get, self._answers.put)

    async def _ask(self, message: str) -> None:
        assert self._running is not None
        self._messages.put_nowait({"type": message})
        answering = asyncio.create_task(self._answers.get())
        await asyncio.wait((answering, self._running), return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            answering.cancel()
            raise LifespanFailed(f"no answer to {message}") from self._running.exception()
        if answering.result()["type"] != f"{message}.complete":
            await asyncio.wait((self._running,))
            raise LifespanFailed(answering.result().get("message")) from self._running.exception()
