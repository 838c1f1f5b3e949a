"""The product with one fix taken out: the simulation must find what is wrong then."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, TypeAlias
from unittest.mock import patch

from api.streaming.event_frames import EventFrame
from application.ops.outage_meter import OutageMeter, Settle
from application.table_cache import TableCache
from domain.table.commands import Outage
from projections.seat_view import events
from store import heartbeat
from store.lua import functions
from store.lua.functions import LIBRARIES
from store.stores import Stores
from workers.readers.table_list import TableListReader
from workers.supervisor import process, store
from workers.supervisor.process import ChildProcess
from workers.webhooks.slots import Slots

Mutant: TypeAlias = AbstractContextManager[object]
BOUND = "local fits = redis.call('ZCARD', keys[WAITING]) < whole(args[5])"
SILENT = "if redis.call('ZCARD', keys[WAITING]) >= 3 then return 0 end local fits = true"


def _libraries(replaced: dict[str, str]) -> Mutant:
    """Replace texts of the functions of the store."""
    mutated = LIBRARIES
    for old, new in replaced.items():
        mutated = tuple(text.replace(old, new) for text in mutated)
    assert mutated != LIBRARIES
    return patch.object(functions, "LIBRARIES", mutated)


def dropped_notices() -> Mutant:
    """A queue of deliveries that is full drops the next ones without a word."""
    return _libraries({BOUND: SILENT})


def one_queue_for_all() -> Mutant:
    """Attempts have no shares: receivers that do not answer take all of them."""
    return patch.object(Slots, "take", _take)


def _take(slots: Slots, lane: Any) -> bool:
    if not slots.free:
        return False
    slots._taken.update([("all", ""), ("owner", lane.owner), ("host", lane.host)])
    return True


@contextmanager
def patient_restarts() -> Iterator[None]:
    """A process waits the longer for its restart the more often it ended, also if it ran well."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(process, "LONGEST_DELAY", 10.0))
        stack.enter_context(
            patch.object(ChildProcess, "_delay", lambda self, _: self._backoff.next())
        )
        yield


def store_given_up() -> Mutant:
    """The supervisor ends if the store dies while it starts."""

    def failed(keeper: Any, why: Any, now: float) -> None:
        if keeper._ready_since is None:
            raise store.CannotServe(str(why))
        real(keeper, why, now)

    real = store.EmbeddedStore._failed
    return patch.object(store.EmbeddedStore, "_failed", failed)


@contextmanager
def believed_clocks() -> Iterator[None]:
    """Every pause by the store's clock is an outage, also one that ends in the future."""

    def observe(witness: OutageMeter, last: Any, claims: Any, *_: Any) -> list[Settle]:
        return [Settle(claim, Outage(claim.began, claim.ended)) for claim in claims]

    with ExitStack() as stack:
        stack.enter_context(patch.object(OutageMeter, "observe", observe))
        stack.enter_context(patch.object(heartbeat, "ended_by", lambda _, outages: tuple(outages)))
        yield


def beats_of_the_future() -> Mutant:
    """A heartbeat that a wrong clock has put into the future stays there until an API beats."""
    apart = "now - last >= SHORTEST_BEAT"
    far = "math.abs(now - last) >= SHORTEST_BEAT"
    return _libraries({"if last and last > now then": "if false then", apart: far})


def workers_that_beat() -> Mutant:
    """The heart beats while any process reaches the store, so nobody misses the API."""
    real = Stores.__init__

    def init(self: Stores, client: Any, writer: Any, is_api: bool, archive: Any) -> None:
        real(self, client, writer, True, archive)

    return patch.object(Stores, "__init__", init)


def forgotten_keys() -> Mutant:
    """Idempotency keys are stored but not looked at."""
    return _libraries({"local record = args[KEY] ~= '' and": "local record = false and"})


def stale_reads() -> Mutant:
    """A cached table is shown as it is, though another process may have changed it."""
    return patch.object(TableCache, "fresh", TableCache.find)


@contextmanager
def open_hands() -> Iterator[None]:
    """Every event is sent to everybody, whoever may hear it."""

    def opened(event: Any, seats: Any, public: bool, narrator: Any) -> bytes:
        return real(event, seats, True, narrator)

    def framed(frame: Any, seats: Any, public: bool, told: Any) -> bytes:
        return real_frame(frame, seats, True, told)

    real, real_frame = events.encode_visible_event, EventFrame.content
    with (
        patch.object(events, "encode_visible_event", opened),
        patch.object(EventFrame, "content", framed),
    ):
        yield


def rows_not_saved() -> Mutant:
    """The list moves on past commits before it has saved what follows from them."""

    async def take(reader: TableListReader, commits: Any, move: Any) -> bool:
        return False if len(commits) > 1 else await real(reader, commits, move)

    real = TableListReader.take
    return patch.object(TableListReader, "take", take)
