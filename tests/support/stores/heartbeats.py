"""Heartbeats of the service as tests need them: stopped some time ago, or of several processes."""

from application.world import MachineClock
from domain.judging.outage_evidence import Reading
from domain.table.commands import Outage
from store.client.base import StoreClient
from store.heartbeat import RedisHeartbeat
from store.keyspace import HEARTBEAT, HeartbeatKeys
from store.tables.log import RedisEventLog


class SetClock:
    """A steady clock that a test moves; it is that of another machine if it has another name."""

    def __init__(self, machine: str = "m1", ms: int = 1_000_000) -> None:
        self.machine = machine
        self.ms = ms

    def read(self) -> Reading:
        return Reading(self.machine, self.ms)


async def store_time(client: StoreClient) -> int:
    seconds, micros = await (await client.servers())[0].execute("TIME")
    return int(seconds) * 1000 + int(micros) // 1000


async def service_stopped(
    client: StoreClient,
    ms: int,
    keys: HeartbeatKeys = HEARTBEAT,
    steady_ms: int | None = None,
) -> int:
    """As if no API had beaten for so long by the store's clock, and by the steady clock.

    Returns the time of the last beat.
    """
    reading, now = MachineClock().read(), await store_time(client)
    steady = reading.ms - (ms if steady_ms is None else steady_ms)
    stamp = f"{now - ms}:{steady}"
    await client.execute("HSET", keys.heart, "last", now - ms, f"seen:{reading.machine}", stamp)
    return now - ms


def api_heartbeat(client: StoreClient) -> RedisHeartbeat:
    return RedisHeartbeat(client, is_api=True, process="api")


def witness(client: StoreClient, process: str = "timers") -> RedisHeartbeat:
    return RedisHeartbeat(client, process=process)


def api_log(client: StoreClient) -> RedisEventLog:
    """The event log as an API process has it."""
    return RedisEventLog(client, api_heartbeat(client))


async def outages_seen(client: StoreClient) -> tuple[Outage, ...]:
    """Return the outages that an API and a worker, both just started, confirm together."""
    await api_heartbeat(client).beat()
    return (await witness(client).beat()).outages
