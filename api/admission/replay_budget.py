"""Work: a request that replays history costs one unit per event, and waits for its turn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from api import metrics
from api.admission.caller import CALLER, Caller
from api.admission.command_priority import CommandPriority
from api.admission.replay_requests import ReplayKind
from api.admission.token_bucket import Allowance, TokenBuckets, buckets_of
from api.admission.usage import Usage
from api.admission.work_queue import QueueFull, Slot, WorkQueue
from api.problems.handlers import ApiProblem
from api.problems.limits import TooMuchWork
from application.settings import Settings

DRY_RUN = 25  # events; judging a command costs about as much as folding so many
AUDIT = 4  # events for each event of an audit, which judges it under two editions
FORK = 2  # events for each event of a fork: folded as the parent and as the new table
HISTORIES_PER_CALLER = 4  # at most a fourth of all, and at least one
LOADS, LOADS_WAITING = 2, 500  # tables that are read from the store for readers
BUSY_SECONDS = 2


class Work:
    """The allowances of all callers for replays, and the replays of this process."""

    def __init__(self, settings: Settings, usage: Usage) -> None:
        self._usage = usage
        self.traffic = CommandPriority()
        self._per_token = buckets_of("token-work", settings.work_per_token)
        self._per_address = buckets_of("address-work", settings.work_per_address)
        self._replays = WorkQueue(settings.replays, settings.replays_waiting)
        self._loads = WorkQueue(LOADS, LOADS_WAITING)
        most = max(1, settings.histories // HISTORIES_PER_CALLER)
        self._histories = WorkQueue(settings.histories, settings.replays_waiting, most)

    def charge(self, events: int, caller: Caller | None = None) -> None:
        """Charge work to the caller before it is done; raises `too_much_work`."""
        caller = caller or CALLER.get()
        for buckets, key in self._buckets(caller):
            allowance = buckets.take(key, max(1, events))
            caller.work = allowance
            if allowance.wait:
                raise too_much_work(allowance)
        self._usage.count(caller, "work", events)

    def settle(self, events: int) -> None:
        """Charge work that was done unasked, such as reading a table that was not cached."""
        for buckets, key in self._buckets(CALLER.get()):
            buckets.debit(key, events)

    def shed(self, kind: ReplayKind, caller: Caller) -> None:
        """Refuse a replay before anything is read for it, if it would be refused later."""
        for buckets, key in self._buckets(caller):
            allowance = buckets.look(key)
            if allowance.wait:
                caller.work = allowance
                raise too_much_work(allowance)
        if kind == "replay" and self._replays.full:
            raise server_busy(kind)

    @asynccontextmanager
    async def replay(self, events: int) -> AsyncIterator[None]:
        """Charge a replay and do it when it is its turn; raises a problem if there is no room."""
        self.charge(events)
        with await _enter(self._replays, "replay"):
            yield

    @asynccontextmanager
    async def load(self) -> AsyncIterator[None]:
        """Read a table that is not cached when it is its turn; a command does not wait for it."""
        with await _enter(self._loads, "load"):
            yield

    async def send_history(self, events: int) -> Slot:
        """Charge a history; the slot is released when it was sent or its client has gone."""
        self.charge(events)
        return await _enter(self._histories, "history")

    def _buckets(self, caller: Caller) -> list[tuple[TokenBuckets, object]]:
        found: list[tuple[TokenBuckets, object]] = []
        if self._per_token is not None and caller.token is not None:
            found.append((self._per_token, caller.token))
        if self._per_address is not None and caller.address:
            found.append((self._per_address, caller.address))
        return found


async def _enter(gate: WorkQueue, kind: str) -> Slot:
    try:
        return await gate.enter(CALLER.get().address)
    except QueueFull:
        raise server_busy(kind) from None


def server_busy(kind: str) -> ApiProblem:
    metrics.limited.labels(kind, "refused").inc()
    return ApiProblem("server_busy", headers={"Retry-After": str(BUSY_SECONDS)})


def too_much_work(refused: Allowance) -> ApiProblem:
    metrics.limited.labels(refused.name, "refused").inc()
    rate, wait = refused.rate, refused.retry_after
    return ApiProblem(
        TooMuchWork(rate, wait), headers={"Retry-After": str(wait)}, limit=rate.per_second
    )
