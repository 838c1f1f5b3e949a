"""One application behind two servers: one tries quick ways, the other one does not."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any

import httpx

from api.app import create_app
from api.asgi.server import connections_of
from api.transport.server import Listener, Server
from api.transport.turn import Pending, Reply
from application.settings import Settings
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PATIENCE, until

LEFT = re.compile(r"r=\d+;t=\d+")  # of a rate limit: the second request has less

SAME_ID = {"Request-Id": "the-same"}


class BothWays:
    """`answered` counts the answers of quick ways."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self.answered = 0
        self.ports = free_port(), free_port()
        self._prefix = settings.prefix
        self._settings = settings
        self._server: Server | None = None

    @property
    def bases(self) -> list[str]:
        """The servers with and without quick ways."""
        return [f"http://127.0.0.1:{port}{self._prefix}" for port in self.ports]

    @contextmanager
    def running(self) -> Iterator[None]:
        thread = Thread(target=lambda: asyncio.run(self._serve()))
        thread.start()
        try:
            until(lambda: self._server is not None and self._server.started)
            with ExitStack() as stack:
                self._clients = [
                    stack.enter_context(httpx.Client(base_url=base, headers=SAME_ID))
                    for base in self.bases
                ]
                yield
        finally:
            if self._server is not None:
                self._loop.call_soon_threadsafe(self._server.stop)
            thread.join()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        quick = connections_of(self.app, self._settings)
        quick.quick = self._quick
        plain = connections_of(self.app.__call__, self._settings)
        listener = Listener(plain)
        await listener.open(("127.0.0.1", self.ports[1]))
        self._server = Server(quick, ("127.0.0.1", self.ports[0]))
        await self._server.serve()
        await listener.close(0)

    def _quick(self, scope: Any, body: bytes) -> Reply | Pending | None:
        return self._counted(self.app.quick(scope, body))

    def _counted(self, reply: Reply | Pending | None) -> Reply | Pending | None:
        if isinstance(reply, Pending):
            return reply._replace(then=lambda each: self._counted(reply.then(each)))
        self.answered += reply is not None
        return reply

    def ask(self, method: str, path: str, **sent: Any) -> tuple[bool, httpx.Response]:
        """Send a request both ways; return whether a quick way has answered, and its answer."""
        before = self.answered
        first, second = (each.request(method, path, **sent) for each in self._clients)
        assert comparable(first) == comparable(second)
        return self.answered > before, first


def comparable(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return status, headers and body, but for what differs from one request to the next."""
    headers = [(name, LEFT.sub("", value)) for name, value in answer.headers.multi_items()]
    return answer.status_code, sorted(each for each in headers if each[0] != "date"), answer.content


@contextmanager
def both_ways(redis_url: str, **settings: Any) -> Iterator[BothWays]:
    ways = BothWays(Settings(redis_url=redis_url, store_seconds=PATIENCE, **settings))
    with ways.running():
        yield ways
