"""One request on its way through the layers of the API, whichever way answers it."""

import asyncio
import logging
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from math import inf
from typing import Any, cast

from litestar.types import HTTPScope, Message, Send
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString

from api import metrics
from api.admission.caller import NOBODY
from api.admission.token_bucket import Allowance
from api.asgi.cors import Headers
from api.http.decoding import read_headers
from api.transport.exchange import REQUEST_ID

MOST_ROUTES = 200  # more than there are; a route beyond that is counted as `unknown`
UNKNOWN = "unknown"
METHODS = frozenset(("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH"))
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, inf)  # seconds
logger = logging.getLogger("ludotheque.access")
OF_TABLES = "/v1/tables/"
ABSENT_SECONDS = 0.025  # a table that is not there and one that is hidden are answered so late
VISIT = "ludotheque.visit"  # in the scope of a request that was admitted


class Requests(Collector):
    """Counts requests; a library counter and histogram would cost six times as much per request."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int], int] = defaultdict(int)
        self._buckets: dict[str, list[int]] = defaultdict(lambda: [0] * len(BOUNDS))
        self._seconds: dict[str, float] = defaultdict(float)

    def count(self, scope: HTTPScope, status: int, took: float) -> None:
        """Count an answered request; an unknown path has no route of its own."""
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = scope.get("path_template") or UNKNOWN
        if route not in self._buckets and len(self._buckets) >= MOST_ROUTES:
            route = UNKNOWN
        self._counts[method, route, status] += 1
        self._buckets[route][bisect_left(BOUNDS, took)] += 1
        self._seconds[route] += took

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily(
            "ludotheque_requests_total",
            "Requests, by method, route and status.",
            labels=("method", "route", "status"),
        )
        for (method, route, status), count in self._counts.items():
            requests.add_metric((method, route, str(status)), count)
        yield requests
        seconds = HistogramMetricFamily(
            "ludotheque_request_seconds",
            "Time to respond, including the wait of long polls.",
            labels=("route",),
        )
        for route, counts in self._buckets.items():
            buckets = zip(map(floatToGoString, BOUNDS), accumulate(counts), strict=True)
            seconds.add_metric((route,), list(buckets), self._seconds[route])
        yield seconds


REQUESTS = Requests()
metrics.registry.register(REQUESTS)


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
        REQUESTS.count(self.scope, status, took)
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
