"""The door to the chores: asks the workers for a function by name, in the words rq workers read.

rq itself is not needed to ask. A chore may be done twice, or get lost with the queue: whoever asks
must be able to ask again. One whose worker was killed is done again by another.
"""

from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from msgspec import json

from application.ports.world import World
from application.world import RealWorld, new_id
from store.client.pipeline import Pipe
from store.cluster.address import names_cluster

CHORES, BOTS = "chores", "bots"
QUEUES = (CHORES, BOTS)
JOB_SECONDS = 3_600
KEPT_SECONDS = 7 * 24 * 3_600  # what came of it
AGAIN = 3  # times, if its worker dies over it
QUEUE_DATABASE = "1"
NO_QUEUE = (
    "The store is a cluster, which cannot hold the queue of chores. Name a Redis or Valkey of its "
    "own for it: LUDOTHEQUE_QUEUE_URL=redis://host:6379/0."
)


class Chores:
    def __init__(self, url: str, world: World | None = None) -> None:
        """`url` is that of the queue, which is not the store."""
        self._pipe = Pipe(url)
        self._world = world or RealWorld()

    async def lengths(self) -> dict[str, int]:
        """How many jobs wait in each queue."""
        asked = [("LLEN", f"rq:queue:{queue}") for queue in QUEUES]
        return dict(zip(QUEUES, await self._pipe.ask_all(asked), strict=True))

    async def enqueue(self, function: str, *args: object) -> str:
        """The id of the job; whether the function is one of the chores, the worker decides."""
        job = new_id(self._world)
        await self._pipe.ask("HSET", f"rq:job:{job}", *_fields(function, args))
        await self._pipe.ask_all(
            [("SADD", "rq:queues", f"rq:queue:{CHORES}"), ("RPUSH", f"rq:queue:{CHORES}", job)]
        )
        return job

    async def enqueue_every(self, seconds: int, function: str) -> bool:
        """Once in so many seconds, whoever else asks for the same; tells whether it was now."""
        key = f"ludotheque:every:{function}"
        if await self._pipe.ask("SET", key, "1", "NX", "EX", seconds) is None:
            return False
        await self.enqueue(function)
        return True

    async def aclose(self) -> None:
        await self._pipe.aclose()


def _fields(function: str, args: tuple[object, ...]) -> list[str | bytes | int]:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    fields: dict[str, str | bytes | int] = {
        "data": json.encode([function, None, args, {}]),
        "origin": CHORES,
        "status": "queued",
        "created_at": now,
        "enqueued_at": now,
        "description": function,
        "timeout": JOB_SECONDS,
        "result_ttl": KEPT_SECONDS,
        "failure_ttl": KEPT_SECONDS,
        "retries_left": AGAIN,
    }
    return [word for field in fields.items() for word in field]


def beside(url: str) -> str:
    """The queue's database on the same server; raises ValueError for a cluster, which has none."""
    if names_cluster(url):
        raise ValueError(NO_QUEUE)
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    if parts.scheme == "unix":
        return f"unix://{parts.path}?{urlencode(query | {'db': QUEUE_DATABASE})}"
    query.pop("db", None)
    return urlunsplit(parts._replace(path=f"/{QUEUE_DATABASE}", query=urlencode(query)))
