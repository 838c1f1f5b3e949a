"""The deadlines of tables that are played over HTTP, and the heartbeat of their service."""

from datetime import datetime
from typing import Any

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from store.keyspace import HEARTBEAT
from tests.support.servers.processes import until
from tests.support.tables.http_table import HttpTable

MOVED, TIMED_OUT, ASKED = "table.deadline_moved", "table.timed_out", "table.decision_opened"


def deadline(table: HttpTable) -> float:
    """Return the deadline of the open decision, in seconds since 1970."""
    return seconds(table.seen()["decision"]["deadline"])


def first_deadline(table: HttpTable) -> float:
    [first, *_] = table.events(ASKED)
    return seconds(first["data"]["deadline"])


def seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()


class ServiceHeart:
    """The heartbeat of a service, as it is stored."""

    def __init__(self, url: str) -> None:
        again = Retry(ConstantBackoff(0.05), 600)
        faults = [RedisError]
        self._redis: Any = Redis.from_url(url, retry=again, retry_on_error=faults)

    def last(self) -> int:
        return int(self._redis.hget(HEARTBEAT.heart, "last") or 0)

    def pending(self) -> bool:
        return bool(self._redis.exists(HEARTBEAT.claims))

    def outages(self) -> list[tuple[int, ...]]:
        stored = self._redis.lrange(HEARTBEAT.outages, 0, -1)
        return [tuple(map(int, each.split(b":"))) for each in stored]

    def await_beats(self, count: int = 3) -> None:
        """Wait until the API has beaten so often and no pause waits to be confirmed."""
        for _ in range(count):
            last = self.last()
            until(lambda last=last: self.last() != last)  # type: ignore[misc]
        until(lambda: not self.pending())

    def close(self) -> None:
        self._redis.close()
