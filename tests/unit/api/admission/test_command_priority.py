"""Replays wait for commands between two slices, but not for ever."""

import asyncio

import pytest

from api.admission import command_priority as module
from api.admission.command_priority import CommandPriority

pytestmark = pytest.mark.anyio


async def slices(traffic: CommandPriority, done: list[int], count: int) -> None:
    for number in range(count):
        await traffic.give_way()
        done.append(number)


async def test_without_commands_a_replay_only_lets_others_run() -> None:
    done: list[int] = []
    await slices(CommandPriority(), done, 3)
    assert done == [0, 1, 2]


async def test_a_replay_goes_on_when_the_last_command_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_PAUSE", 3600)
    traffic, done = CommandPriority(), list[int]()
    with traffic:
        with traffic:
            replay = asyncio.create_task(slices(traffic, done, 2))
            for _ in range(10):
                await asyncio.sleep(0)
            assert done == []
        await asyncio.sleep(0)
        assert done == []
    await replay
    assert done == [0, 1]


async def test_a_replay_is_never_starved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAUSE", 0.001)
    traffic, done = CommandPriority(), list[int]()
    with traffic:
        await slices(traffic, done, 3)
    assert done == [0, 1, 2]


async def test_a_replay_that_is_cancelled_while_it_waits_harms_nobody() -> None:
    traffic = CommandPriority()
    with traffic:
        replay = asyncio.create_task(traffic.give_way())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        replay.cancel()
        await asyncio.gather(replay, return_exceptions=True)
    await traffic.give_way()
