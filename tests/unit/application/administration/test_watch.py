"""The state of administration is never older than a second, even if the store is away."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from application.administration.office import Office
from application.administration.watch import RETRY_SECONDS, ActLog, AdministrationWatch
from application.lib.reading_loop import BELIEVED_SECONDS, TRUSTED_SECONDS
from application.ports.event_log import StoreUnavailable
from domain.administration.acts import ActFailed, PlayerSuspended, RegistrationClosed
from domain.administration.record import FIRST_HEAD, StoredAct, decode_record, first_break
from domain.administration.state import Administration
from tests.support.players.fixed_world import FixedWorld

pytestmark = pytest.mark.anyio


class MemoryActs(ActLog):
    def __init__(self) -> None:
        self.stored: list[StoredAct] = []
        self.down = False
        self.reads = 0

    async def append(self, number: int, head: bytes, act: StoredAct) -> bool:
        last = self.stored[-1].head if self.stored else FIRST_HEAD
        if number != len(self.stored) + 1 or head != last:
            return False
        self.stored.append(act)
        return True

    async def read(self, after: int, limit: int) -> list[StoredAct]:
        if self.down:
            raise StoreUnavailable("down")
        self.reads += 1
        return self.stored[after : after + limit]


ANNE = "a" * 26
SUSPENDED = PlayerSuspended(ANNE, "Spam.")


class Process:
    """One process: its watch, with a clock that the test moves, and its office."""

    def __init__(self, acts: MemoryActs) -> None:
        self.seconds = 0.0
        self.watch = AdministrationWatch(acts, lambda: self.seconds)
        none: Any = None
        self.office = Office(acts, self.watch, none, none, none, none, none, FixedWorld())


async def test_an_act_counts_elsewhere_before_a_second_is_over() -> None:
    acts = MemoryActs()
    here, there = Process(acts), Process(acts)
    assert await there.watch.current() == Administration()
    await here.office.record("z", SUSPENDED)
    assert here.watch.state.suspension(ANNE, 0) == SUSPENDED
    there.seconds += TRUSTED_SECONDS
    assert (await there.watch.current()).suspended == {}
    there.seconds += 0.01
    assert (await there.watch.current()).suspension(ANNE, 0) == SUSPENDED


async def test_memory_is_not_trusted_while_the_store_is_away() -> None:
    acts = MemoryActs()
    here = Process(acts)
    await here.watch.current()
    acts.down = True
    assert await here.watch.current() == Administration()
    here.seconds += 1.0
    with pytest.raises(StoreUnavailable):
        await here.watch.current()


async def test_for_play_memory_is_trusted_for_a_minute_while_the_store_is_away() -> None:
    acts = MemoryActs()
    here = Process(acts)
    acts.down = True
    with pytest.raises(StoreUnavailable):  # it was never read
        await here.watch.believed()
    acts.down = False
    await here.office.record("z", SUSPENDED)
    acts.down = True
    here.seconds += BELIEVED_SECONDS
    assert (await here.watch.believed()).suspension(ANNE, 0) == SUSPENDED
    here.seconds += 0.1
    with pytest.raises(StoreUnavailable):
        await here.watch.believed()


async def test_a_caller_does_not_wait_for_a_server_that_has_just_failed() -> None:
    acts = MemoryActs()
    here = Process(acts)
    await here.watch.believed()
    acts.down = True
    here.seconds += 1.0
    assert await here.watch.believed() == Administration()
    acts.down = False
    await Process(acts).office.record("z", SUSPENDED)
    here.seconds += RETRY_SECONDS - 0.1
    assert (await here.watch.believed()).suspended == {}
    here.seconds += 0.1
    assert (await here.watch.believed()).suspension(ANNE, 0) == SUSPENDED


async def test_acts_of_two_processes_are_all_stored_in_one_chain() -> None:
    acts = MemoryActs()
    processes = [Process(acts), Process(acts)]
    await asyncio.gather(
        *(each.office.record("z", SUSPENDED) for each in processes for _ in range(4))
    )
    assert [decode_record(each.raw).number for each in acts.stored] == list(range(1, 9))
    assert first_break(acts.stored) is None


async def test_an_act_that_fails_is_recorded_as_failed() -> None:
    acts = MemoryActs()
    here = Process(acts)
    with pytest.raises(ZeroDivisionError):
        async with here.office.carrying_out("z", SUSPENDED):
            raise ZeroDivisionError
    last = decode_record(acts.stored[-1].raw)
    assert last.act == ActFailed(1, "ZeroDivisionError")


async def test_a_store_that_was_set_back_is_folded_again() -> None:
    acts = MemoryActs()
    here = Process(acts)
    await here.office.record("z", SUSPENDED)
    await here.office.record("z", RegistrationClosed("Members only."))
    acts.stored.pop()
    await here.office.record("z", SUSPENDED)
    assert (here.watch.number, here.watch.state.closed) == (2, None)


async def test_a_damaged_act_has_no_effect_and_stops_nothing() -> None:
    acts = MemoryActs()
    await Process(acts).office.record("z", SUSPENDED)
    await Process(acts).office.record("z", RegistrationClosed("Members only."))
    acts.stored[0] = replace(acts.stored[0], raw=b"{}")
    state = await Process(acts).watch.current()
    assert (state.suspended, state.closed) == ({}, "Members only.")
