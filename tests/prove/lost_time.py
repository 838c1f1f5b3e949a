"""No deadline passes early or late, whatever is killed or paused: store, API, timers."""

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import NamedTuple

import httpx

from domain.judging.codec import RecordedEvent
from domain.judging.outage_evidence import SHORTEST_MS
from domain.kernel.ids import millis
from domain.table.clock_events import DeadlineMoved, DecisionOpened, TimedOut
from domain.table.end_events import TableClosed
from store.opening.factory import open_client
from store.tables.log import RedisEventLog
from tests.prove.proof import Proof, Show
from tests.support.servers.processes import PATIENCE, succeeds, until
from tests.support.servers.timed_service import TimedService, timed_service
from tests.support.tables.http_table import HttpTable, start_tables
from tests.support.tables.party import history

CLOCK = 3  # seconds per decision
TABLES = 8
LONGEST_FAULT = 5.0  # seconds
PROBE_SECONDS = 0.05
GAP_SECONDS = 0.4  # between two answered probes: the service was away
BLUR = 0.5  # seconds by which a probe may see the end of a fault later than the service does
FORGIVEN = SHORTEST_MS / 1000 + BLUR  # shorter interruptions are not given back
# Seconds after its deadline, or after the last restart, a time-out is called at most.
LATE, LATE_ON_A_BUSY_MACHINE = 5.0, 30.0
FULL = 100
OPEN = float("inf")  # time was not called yet
PARTS = ("api", "store", "timers")


class Span(NamedTuple):
    began: float
    ended: float


class Decided(NamedTuple):
    """A decision that timed out: when it was opened, its last deadline, when time was called."""

    opened: float
    deadline: float
    called: float


class Prober:
    """Asks the service all the time whether it can be used."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._answered: list[float] = []
        self._stop = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with httpx.Client(base_url=self._base, timeout=1.0) as http:
            while not self._stop.wait(PROBE_SECONDS):
                try:
                    if http.get("/health/ready").is_success:
                        self._answered.append(time.time())
                except httpx.TransportError:
                    continue

    def interruptions(self) -> list[Span]:
        """Return when the service could not be used."""
        self._stop.set()
        self._thread.join()
        pairs = zip(self._answered, self._answered[1:], strict=False)
        return [Span(a, b) for a, b in pairs if b - a > GAP_SECONDS]


def attempt(count: int, show: Show) -> str:
    rng = random.Random(count)
    faults: list[Span] = []
    tables: list[HttpTable] = []
    with timed_service() as service:
        prober = Prober(service.api.base)
        for n in range(count):
            tables += start_tables(service.http, TABLES, clock=CLOCK)
            faults.append(fault(service, rng))
            until(lambda: succeeds(f"{service.api.base}/health/ready", timeout=1.0))
            time.sleep(rng.uniform(0.5, CLOCK))
            if (n + 1) % 10 == 0:
                show(f"{n + 1} faults")
        until(lambda: asyncio.run(decisions(service.store.url, tables))[0])  # one timed out
        service.heart.await_beats()
        interruptions = prober.interruptions()
        outages = len(service.heart.outages())
        found, overdue = asyncio.run(decisions(service.store.url, tables))
    assert found, "no decision timed out: nothing was proved"
    away = [*interruptions, *faults]
    for each in found:
        check_not_early(each, interruptions)
    most = LATE if count >= FULL else LATE_ON_A_BUSY_MACHINE
    for each in (*found, *overdue):
        assert lateness(each, away) <= most, f"{lateness(each, away):.2f} s late: {each}, {away}"
    late = max(lateness(each, away) for each in found)
    return (
        f"{count} faults, {len(interruptions)} interruptions, {outages} outages given back,"
        f" {len(found)} time-outs at {len(tables)} tables: none early, none later than {late:.1f} s"
    )


def fault(service: TimedService, rng: random.Random) -> Span:
    """Kill or pause some of the processes for a while; return when they were not all there."""
    time.sleep(rng.uniform(0, CLOCK))
    hit = rng.sample(PARTS, rng.choice((1, 1, 2, 3)))
    began, length = time.time(), rng.uniform(0.2, LONGEST_FAULT)
    if rng.random() < 0.5:
        with paused(service, hit):
            time.sleep(length)
    else:
        for name in hit:
            service.kill(name)
        time.sleep(length)
        for name in sorted(hit, key=("store", "timers", "api").index):
            service.start(name)
    return Span(began, time.time())


@contextmanager
def paused(service: TimedService, names: list[str]) -> Iterator[None]:
    for name in names:
        service.send(name, signal.SIGSTOP)
    try:
        yield
    finally:
        for name in names:
            service.send(name, signal.SIGCONT)


async def decisions(url: str, tables: list[HttpTable]) -> tuple[list[Decided], list[Decided]]:
    """Return the decisions that timed out, and those whose time should have been called by now."""
    client = open_client(url, PATIENCE)
    try:
        log = RedisEventLog(client)
        found = [one for table in tables for one in timed_out(await history(log, table.id))]
    finally:
        await client.aclose()
    now = time.time()
    waiting = [Decided(one.opened, one.deadline, now) for one in found if one.called == OPEN]
    return [one for one in found if one.called != OPEN], [w for w in waiting if w.deadline < now]


def timed_out(events: list[RecordedEvent]) -> Iterator[Decided]:
    """Yield each decision that timed out, and the one that is open."""
    opened = deadline = 0.0
    for recorded in events:
        event, at = recorded.event, millis(recorded.at) / 1000
        if isinstance(event, DecisionOpened):
            assert event.deadline is not None
            opened, deadline = at, millis(event.deadline) / 1000
        elif isinstance(event, DeadlineMoved):
            deadline = millis(event.deadline) / 1000
        elif isinstance(event, TimedOut):
            yield Decided(opened, deadline, at)
    if not isinstance(events[-1].event, TableClosed):
        yield Decided(opened, deadline, OPEN)


def check_not_early(one: Decided, interruptions: list[Span]) -> None:
    """Fail unless the seat had its whole time, apart from interruptions of a moment."""
    assert one.called >= one.deadline, f"called before its deadline: {one}"
    had = one.called - one.opened
    for span in interruptions:
        lost = min(span.ended, one.called) - max(span.began, one.opened)
        if lost > 0 and span.ended - span.began >= FORGIVEN:
            had -= lost - BLUR
    assert had >= CLOCK, f"had {had:.2f} s instead of {CLOCK} s: {one}, {interruptions}"


def lateness(one: Decided, away: list[Span]) -> float:
    """Return how long time could have been called and was not."""
    back = [span.ended for span in away if span.began < one.called and span.ended > one.deadline]
    return one.called - max([one.deadline, *(end for end in back if end <= one.called)])


PROOF = Proof(
    claim="no deadline early, none 5 s late, while store, API and timers are killed and paused",
    full=FULL,
    sample=1,
    attempt=attempt,
)
