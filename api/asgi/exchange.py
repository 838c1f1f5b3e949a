"""One request and its answer: counts the answer, and passes over ASGI where that is slower."""

import logging
import time
from typing import Any, cast

from litestar.types import HTTPScope, Message, Receive, Send

from api.admission.caller import NOBODY
from api.asgi import metrics
from api.asgi.cors import Headers
from api.asgi.protocol import TRANSPORT
from api.http.whole_answer import Head, header_lines, send_messages

logger = logging.getLogger("ludotheque.access")


class Exchange:
    """The `send` of a request; `receive` and `whole` do at once what usually takes several calls.

    Whatever way an answer takes, it is counted and gets the same headers.
    """

    def __init__(self, scope: HTTPScope, receive: Receive, send: Send, access_log: bool) -> None:
        self._began = time.perf_counter()
        self._scope = scope
        self._receive = receive
        self._send = send
        self._access_log = access_log
        extensions: Any = scope.get("extensions") or {}
        self._connection = extensions.get(TRANSPORT, {}).get("connection")
        self.extra: Headers = []  # headers of whatever answer
        self.caller = NOBODY

    async def __call__(self, message: Message) -> None:
        """Send one message of the answer."""
        if message["type"] == "http.response.start":
            self._count(message["status"])
            if self.extra:
                message = cast(Any, {**message, "headers": [*message["headers"], *self.extra]})
        await self._send(message)

    async def receive(self) -> Any:
        """Return the body if all of it has arrived, otherwise its next piece."""
        if self._connection is not None:
            body = self._connection.take_body(self._scope)
            if body is not None:
                return {"type": "http.request", "body": body, "more_body": False}
        return await self._receive()

    async def whole(self, head: Head, content: bytes) -> None:
        """Send a whole answer."""
        if self._connection is None or not self._connection.can_answer(self._scope):
            await send_messages(self, head, content)
            return
        self._count(head.status)
        lines = head.lines + header_lines(self.extra) if self.extra else head.lines
        self._connection.answer(head.status, lines, content)

    def _count(self, status: int) -> None:
        took = time.perf_counter() - self._began
        metrics.count(self._scope, status, took)
        if self._access_log:
            _log(self._scope, status, took)
        if self.caller.work is not None:
            self.extra.extend(self.caller.work.headers)


def _log(scope: HTTPScope, status: int, took: float) -> None:
    """Log the route, not the path: ids, queries and tickets do not belong in a log."""
    route = scope.get("path_template") or "unknown"
    fields = {"method": scope["method"], "route": route, "status": status}
    logger.info("answered", extra={**fields, "ms": round(1000 * took, 1)})
