"""A server of a made-up game that answers, stalls or rejects as a test wants."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from openapi.load.document import Document
from tests.support.paths import OPENAPI_DOCUMENT

DOCUMENT = Document.read(OPENAPI_DOCUMENT.read_bytes())
Answer = Callable[[httpx.Request], Awaitable[httpx.Response | None]]


class FakeServer:
    """One player takes `turns` turns alone; `before` may answer instead of the server."""

    def __init__(self, turns: int, before: Answer | None = None) -> None:
        self._left = turns
        self._before = before
        self.asked: list[str] = []
        self.keys: list[str | None] = []

    def client(self) -> httpx.AsyncClient:
        transport = httpx.MockTransport(self._answer)
        return httpx.AsyncClient(transport=transport, base_url="http://house")

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.keys.append(request.headers.get("Idempotency-Key"))
        self.asked.append(f"{request.method} {request.url.path}")
        if self._before is not None and (said := await self._before(request)) is not None:
            return said
        return httpx.Response(200, json=self._body(request))

    def _body(self, request: httpx.Request) -> dict[str, Any]:
        if request.url.path.endswith("/commands"):
            self._left -= 1
        return {
            "id": "only",
            "token": "secret",
            "version": 1,
            "status": "running" if self._left else "finished",
            "seats": [{"seat": 0, "player": "only"}],
            "decision": {"seats": [0]},
            "actions": [{"label": "Wait", "group": "Wait", "command": {"type": "house.wait"}}],
        }
