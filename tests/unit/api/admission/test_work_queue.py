"""A gate lets so much work in at once, lets so much wait in order, and refuses the rest."""

import asyncio
import gc

import pytest

from api.admission.work_queue import QueueFull, Slot, WorkQueue

pytestmark = pytest.mark.anyio


async def waiting(gate: WorkQueue, caller: str = "a") -> "asyncio.Task[Slot]":
    """Begin to wait for a slot."""
    entering = asyncio.create_task(gate.enter(caller))
    await asyncio.sleep(0)
    return entering


async def test_work_beyond_the_bound_waits_in_order() -> None:
    gate = WorkQueue(2, 2)
    first, _second = await gate.enter("a"), await gate.enter("a")
    third, fourth = await waiting(gate), await waiting(gate)
    assert not third.done()
    first.release()
    slot = await third
    assert not fourth.done()
    slot.release()
    await fourth


async def test_more_than_may_wait_is_refused_at_once() -> None:
    gate = WorkQueue(1, 1)
    slot = await gate.enter("a")
    before = gate.full
    waits = await waiting(gate)
    assert (before, gate.full) == (False, True)
    with pytest.raises(QueueFull):
        await gate.enter("a")
    slot.release()
    (await waits).release()
    (await gate.enter("a")).release()


async def test_a_request_that_waits_too_long_is_refused_and_leaves_the_queue() -> None:
    gate = WorkQueue(1, 1, patience=0.01)
    slot = await gate.enter("a")
    with pytest.raises(QueueFull):
        await gate.enter("a")
    assert not gate.full
    slot.release()
    (await gate.enter("a")).release()


async def test_a_request_cancelled_while_waiting_keeps_no_slot() -> None:
    gate = WorkQueue(1, 2)
    slot = await gate.enter("a")
    gone, patient = await waiting(gate), await waiting(gate)
    gone.cancel()
    slot.release()
    (await patient).release()
    (await gate.enter("a")).release()


async def test_a_slot_given_to_one_who_goes_at_that_moment_is_passed_on() -> None:
    gate = WorkQueue(1, 2)
    slot = await gate.enter("a")
    gone, patient = await waiting(gate), await waiting(gate)
    slot.release()
    gone.cancel()
    (await patient).release()
    (await gate.enter("a")).release()


async def test_one_caller_cannot_take_all_slots() -> None:
    gate = WorkQueue(4, 4, per_caller=1)
    slot = await gate.enter("a")
    with pytest.raises(QueueFull):
        await gate.enter("a")
    await gate.enter("b")
    slot.release()
    await gate.enter("a")


async def test_a_slot_that_nobody_refers_to_is_given_back() -> None:
    gate = WorkQueue(1, 1)
    slot: Slot | None = await gate.enter("a")
    assert slot is not None
    slot = None
    gc.collect()
    (await gate.enter("a")).release()
