"""One request on its way through the layers of the API, whichever way answers it."""

import asyncio
import logging
import time
from typing import Any, cast

from litestar.types import Message, Send

from api import metrics
from api.admission.caller import NOBODY
from api.admission.token_bucket import Allowance
from api.asgi.cors import Headers
from api.http.headers import read_headers
from api.transport.exchange import REQUEST_ID

logger = logging.getLogger("ludotheque.access")
OF_TABLES = "/v1/tables/"
ABSENT_SECONDS = 0.025  # a table that is not there and one that is hidden are answered so late
VISIT = "ludotheque.visit"  # in the scope of a request that was admitted


class Visit:
    """Counts the answer, and has the headers that are added to it; the `send` of an application."""

    __slots__ = (
        *("_access_log", "_began", "allowance", "caller", "extra", "headers", "is_admitted"),
        *("scope", "send", "waited"),
    )

    def __init__(self, scope: Any, extra: Headers, access_log: bool) -> None:
        self._began = time.perf_counter()
        self._access_log = access_log
        self.scope = scope
        self.headers = read_headers(scope)
        self.extra = extra  # headers of whatever answer
        self.caller = NOBODY
        self.waited = 0.0  # seconds, for a store that did not reply to a quick way
        self.send: Send | None = None  # of the server, where an application answers
        self.is_admitted = False  # whether it may go on, whichever way
        self.allowance: Allowance | None = None  # what a limit has left, once it is charged

    def read_failed(self) -> None:
        """Take note for how long a quick way has waited in vain."""
        self.waited = time.perf_counter() - self._began

    async def __call__(self, message: Message) -> None:
        """Send one message of the answer."""
        assert self.send is not None
        if message["type"] == "http.response.start":
            status = message["status"]
            if extra := self.answered(status):
                message = cast(Any, {**message, "headers": [*message["headers"], *extra]})
            if status == 404 and OF_TABLES in self.scope["path"]:
                await asyncio.sleep(max(0.0, self._began + ABSENT_SECONDS - time.perf_counter()))
        await self.send(message)

    def answered(self, status: int) -> Headers:
        """Count the answer; return the headers to add."""
        took = time.perf_counter() - self._began
        metrics.count(self.scope, status, took)
        if self._access_log:
            self._log(status, took)
        if self.caller.work is not None:
            self.extra.extend(self.caller.work.headers)
        if b"server-timing" in self.headers.values.get(b"prefer", b""):
            self.extra.append((b"server-timing", b"app;dur=%.1f" % (1000 * took)))
        return self.extra

    def _log(self, status: int, took: float) -> None:
        """Log the route, not the path: ids, queries and tickets do not belong in a log."""
        route = self.scope.get("path_template") or "unknown"
        fields = {"method": self.scope["method"], "route": route, "status": status}
        if (request := self.scope.get(REQUEST_ID)) is not None:
            fields["request"] = request.decode()
        logger.info("answered", extra={**fields, "ms": round(1000 * took, 1)})
