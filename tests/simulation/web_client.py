"""A client of the API: requests go through the network to one process and may get lost."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec import json

from api.asgi.middleware import Middleware
from api.transport.turn import Pending
from tests.simulation.installation import Installation
from tests.simulation.loop import Process

PATIENCE = 12.0  # seconds until a client gives up waiting for an answer
ADDRESSES = tuple(f"198.51.100.{n}" for n in range(1, 200))


class Lost(Exception):
    """No answer came; the request may or may not have been carried out."""


@dataclass
class Answer:
    status: int = 0
    headers: dict[bytes, bytes] = field(default_factory=dict)
    body: bytes = b""

    def json(self) -> Any:
        return json.decode(self.body)


@dataclass
class Network:
    """The ways between clients and API processes: how long they take, and what they lose."""

    rng: Random
    lose_request: float = 0.0
    lose_answer: float = 0.0
    slow: float = 0.0

    def seconds(self) -> float:
        if self.rng.random() < self.slow:
            return self.rng.uniform(0.2, 3.0)
        return self.rng.uniform(0.0005, 0.004)


class WebClient:
    def __init__(self, installation: Installation, network: Network, number: int) -> None:
        self._installation = installation
        self._network = network
        self.address = ADDRESSES[number % len(ADDRESSES)]
        self.token: str | None = None

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        query: str = "",
        on_part: Callable[[bytes], None] | None = None,
        seconds: float = PATIENCE,
    ) -> Answer:
        """Return the answer; raises Lost if none came."""
        api = self._choose()
        rng, network = self._network.rng, self._network
        await asyncio.sleep(network.seconds())
        if rng.random() < network.lose_request:
            await asyncio.sleep(rng.uniform(0.1, 2.0))
            raise Lost
        middleware = self._installation.apis.get(api)
        process = self._installation.running.get(api)
        if middleware is None or process is None or not process.alive:
            raise Lost
        scope = self._scope(method, path, query, headers or {}, body)
        exchange = _Exchange(b"" if body is None else json.encode(body), on_part)
        task = self._installation.loop.start(process, exchange.run(middleware, scope))
        await self._answered(exchange, process, seconds)
        if not task.done():
            exchange.gone.set()
        if rng.random() < network.lose_answer:
            raise Lost
        await asyncio.sleep(network.seconds())
        return exchange.answer

    def _choose(self) -> str:
        apis = list(self._installation.apis) or ["api0"]
        return apis[self._network.rng.randrange(len(apis))]

    async def _answered(self, exchange: "_Exchange", process: Process, seconds: float) -> None:
        """Wait for the end of the answer, the end of the process, or so long."""
        process.waiting[exchange.done] = None
        try:
            await asyncio.wait([exchange.done], timeout=seconds)
        finally:
            process.waiting.pop(exchange.done, None)
        if not exchange.done.done() and exchange.on_part is not None:
            return  # a stream that was left
        if not exchange.done.done() or exchange.done.cancelled() or not exchange.complete:
            raise Lost

    def _scope(
        self, method: str, path: str, query: str, headers: dict[str, str], body: Any
    ) -> dict[str, Any]:
        sent = [(b"host", b"play.example.org")]
        if self.token is not None:
            sent.append((b"authorization", f"Bearer {self.token}".encode()))
        if body is not None:
            content = json.encode(body)
            sent += [
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(content)),
            ]
        sent += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": sent,
            "client": (self.address, 40_000),
            "server": ("play.example.org", 80),
            "state": {},
        }


class _Exchange:
    """One request inside an API process."""

    def __init__(self, body: bytes, on_part: Callable[[bytes], None] | None) -> None:
        self._body: bytes | None = body
        self.on_part = on_part
        self.answer = Answer()
        self.complete = False  # an answer that is cut off is none
        self.gone = asyncio.Event()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self, middleware: Middleware, scope: Any) -> None:
        try:
            if not await self._is_answered_quickly(middleware, scope):
                await middleware(scope, self._receive, self._send)
        finally:
            if not self.done.done():
                self.done.set_result(None)

    async def _is_answered_quickly(self, middleware: Middleware, scope: Any) -> bool:
        """Answer in the quick way, as a connection does; return False if the request has none."""
        found = middleware.quick(scope, self._body or b"")
        while isinstance(found, Pending):
            reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            found.ask(reply.set_result)
            found = found.then(await reply)
        if found is not None:
            await found.answer(scope, None, self._send)
            self.answer.headers |= dict(found.extra)
        return found is not None

    async def _receive(self) -> Any:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.answer.status = message["status"]
            self.answer.headers = dict(message["headers"])
            return
        part = message.get("body", b"")
        self.complete = not message.get("more_body", False)
        self.answer.body += part
        if self.on_part is not None:
            self.on_part(part)
