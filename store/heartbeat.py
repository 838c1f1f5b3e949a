"""The heartbeat of the API processes; a pause that two processes have measured was an outage.

On a cluster one server may be unreachable and others not, so every partition has its own.
"""

import asyncio
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any

from redis.exceptions import RedisError

from application.event_loop.ticks import until_tick
from application.ops.outage_meter import Observation, OutageMeter, Settle, Verdict
from application.ports.event_log import StoreUnavailable
from application.ports.heartbeat import Heartbeat
from application.ports.world import SteadyClock
from application.world import MachineClock
from domain.judging.outage_evidence import (
    SHORTEST_MS,
    OutageClaim,
    Reading,
    Sighting,
    ended_by,
)
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.commands import Outage
from store import keyspace
from store.client.base import StoreClient
from store.client.connection import Argument
from store.client.replies import ReplyLost
from store.keyspace import HeartbeatKeys
from store.lua import functions

BEAT_SECONDS = 0.5
MOST_OUTAGES = 64
REMEMBERED_MS = 30 * 24 * 3_600_000  # longer than decisions stay open
ROUNDS = 3  # to testify, to settle, and to read the result
PROCESS = token_hex(8)  # with its number, the name of a process among the witnesses

log = logging.getLogger(__name__)


class PartBeat(Value, frozen=True):
    """The heartbeats of one part of the store."""

    now: int
    last: int | None  # None: no API has ever beaten
    outages: tuple[Outage, ...] = ()
    pending: bool = False  # a pause waits to be confirmed

    @property
    def silent(self) -> bool:
        return self.pending or (self.last is not None and self.now - self.last >= SHORTEST_MS)


UNREACHABLE = PartBeat(0, None, pending=True)


class StoreBeat(Value, frozen=True):
    """The heartbeats of all tables alike, or by partition."""

    parts: tuple[PartBeat, ...]

    @property
    def now(self) -> int:
        return max(part.now for part in self.parts)

    @property
    def outages(self) -> tuple[Outage, ...]:
        return tuple(outage for part in self.parts for outage in part.outages)

    @property
    def silent(self) -> bool:
        return all(part.silent for part in self.parts)

    def felt_at(self, table: TableId) -> tuple[Outage, ...]:
        return self._part(table).outages

    def was_playable_at(self, table: TableId, moment: int) -> bool:
        part = self._part(table)
        return not part.pending and (part.last is None or part.last >= moment)

    def _part(self, table: TableId) -> PartBeat:
        return self.parts[keyspace.partition(table) % len(self.parts)]


class RedisHeartbeat(Heartbeat):
    def __init__(
        self,
        client: StoreClient,
        is_api: bool = False,
        process: str | None = None,
        clock: SteadyClock | None = None,
    ) -> None:
        self._client = client
        self._is_api = is_api
        self._process = process or f"{PROCESS}-{os.getpid()}"
        self._clock = clock or MachineClock()
        one = (keyspace.HEARTBEAT,)
        self._hearts = one if client.single_server else keyspace.PARTITION_HEARTBEATS
        self._latest: StoreBeat | None = None
        self._witnesses = {keys: OutageMeter(self._process) for keys in self._hearts}

    async def beat(self) -> StoreBeat:
        """Beat, testify and settle; raises StoreUnavailable if no server can be reached."""
        self._latest = StoreBeat(await self._beat(self._hearts))
        return self._latest

    def known_outages(self, table: TableId) -> tuple[Outage, ...]:
        """Return the outages of a table that the last beat of this process has told of."""
        return () if self._latest is None else self._latest.felt_at(table)

    async def grant(self, outage: Outage) -> None:
        """Add an outage everywhere; raises StoreUnavailable if one part cannot be reached."""
        span = f"{outage.began}:{outage.ended}"
        calls = [
            functions.fcall("grant_outage", list(keys), MOST_OUTAGES, span) for keys in self._hearts
        ]
        await functions.call_all(self._client, calls)

    async def outages_at(self, table: TableId) -> tuple[Outage, ...]:
        """Return the outages of a table; wait until a pause of the moment is confirmed or not."""
        keys = [self._hearts[keyspace.partition(table) % len(self._hearts)]]
        while True:
            [part] = await self._beat(keys)
            if not part.pending:
                return part.outages
            await asyncio.sleep(BEAT_SECONDS / 2)

    async def keep(self) -> None:
        """Beat until cancelled; the first time after a pause, when the process can be reached."""
        while True:
            await asyncio.sleep(until_tick(BEAT_SECONDS))
            with suppress(StoreUnavailable, ReplyLost, RedisError):  # an outage: beat after it
                await self.beat()

    async def _beat(self, hearts: Sequence[HeartbeatKeys]) -> tuple[PartBeat, ...]:
        for _ in range(ROUNDS):
            asked = self._clock.read()
            replies = await self._exchange(hearts, asked)
            reading = self._clock.read()
            verdicts = [
                (keys, verdict)
                for keys, reply in zip(hearts, replies, strict=True)
                if reply
                for verdict in self._witnesses[keys].observe(*_observed(reply), asked.ms, reading)
            ]
            if not verdicts:
                break
            _report([verdict for _, verdict in verdicts])
            calls = [self._call(keys, verdict) for keys, verdict in verdicts]
            await functions.call_reachable(self._client, calls)
        return tuple(_part(reply) if reply else UNREACHABLE for reply in replies)

    def _call(self, keys: HeartbeatKeys, verdict: Verdict) -> list[Argument]:
        number = verdict.claim.number
        if isinstance(verdict, Settle):
            span = f"{outage.began}:{outage.ended}" if (outage := verdict.outage) else ""
            return functions.fcall("settle_outage", list(keys), number, MOST_OUTAGES, span)
        return functions.fcall("add_evidence", list(keys), number, self._process, verdict.ms)

    async def _exchange(self, hearts: Sequence[HeartbeatKeys], asked: Reading) -> list[Any]:
        arguments = (int(self._is_api), asked.machine, asked.ms, SHORTEST_MS)
        return await functions.call_reachable(
            self._client, [functions.fcall("beat", list(keys), *arguments) for keys in hearts]
        )


def _report(verdicts: Sequence[Verdict]) -> None:
    """Log once for all parts of the store if a pause was not confirmed."""
    refuted = [each.claim for each in verdicts if isinstance(each, Settle) and not each.outage]
    if refuted:
        pause = max(claim.ended - claim.began for claim in refuted) / 1000
        log.warning(
            "the store's clock shows a pause of %.1f s that no two processes have measured;"
            " no time is given back",
            pause,
        )


def _observed(reply: list[Any]) -> tuple[Observation, list[OutageClaim]]:
    now, last, _, claims, evidence = reply
    found = zip(claims[::2], claims[1::2], strict=True)
    return Observation(now, _beat_or_none(last)), [
        _claim(number, text, evidence) for number, text in found
    ]


def _claim(number: bytes, text: bytes, evidence: list[bytes]) -> OutageClaim:
    """Decode `began:ended:machine:steady`, then for each machine ` machine:beat:steady`."""
    first, *stamps = text.decode().split(" ")
    began, ended, machine, steady = first.split(":")
    return OutageClaim(
        int(number),
        int(began),
        int(ended),
        Reading(machine, int(steady)),
        {name: Sighting(int(beat), int(ms)) for name, beat, ms in (s.split(":") for s in stamps)},
        {
            field.partition(b"|")[2].decode(): int(ms)
            for field, ms in zip(evidence[::2], evidence[1::2], strict=True)
            if field.startswith(number + b"|")
        },
    )


def _part(reply: list[Any]) -> PartBeat:
    now, last, stored, claims, _ = reply
    outages = (Outage(*map(int, each.split(b":"))) for each in stored)
    recent = [each for each in outages if each.ended > now - REMEMBERED_MS]
    return PartBeat(now, _beat_or_none(last), ended_by(now, recent), bool(claims))


def _beat_or_none(last: int) -> int | None:
    return None if last < 0 else last
