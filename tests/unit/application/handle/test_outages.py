"""Deadlines that were moved, and bots, on the one path: judged by the clock of the store."""

import pytest

from domain.judging.codec import decode
from domain.judging.judge import ByClock
from domain.table.commands import CallTime, MoveDeadline, Outage, SeatBot, Start
from domain.table.events import DeadlineMoved, TimedOut
from tests.support.fixed_world import NOON
from tests.support.memory_server import MINUTE, MemoryServer, refused, sitting
from tests.support.table_spec import PLAYERS, asks

pytestmark = pytest.mark.anyio
AWAY = MoveDeadline((Outage(NOON + 1000, NOON + 2 * MINUTE),))


async def test_whoever_could_not_answer_in_time_may_answer_after_the_outage() -> None:
    house = MemoryServer()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(2 * MINUTE)
    assert await refused(house, sitting(seat), card) == "too_late"
    [moved] = (await house.ask(ByClock(), AWAY)).events
    assert isinstance(moved.recorded.event, DeadlineMoved)
    assert moved.recorded.seat is None
    assert house.log.due[house.table] == NOON + 3 * MINUTE - 1000
    assert await refused(house, ByClock(), CallTime()) == "not_due"
    assert (await house.play()).events


async def test_many_clocks_move_a_deadline_once() -> None:
    house = MemoryServer()
    await house.started()
    await house.there.find(house.table)
    house.world.wait(2 * MINUTE)
    await house.ask(ByClock(), AWAY)
    assert await refused(house, ByClock(), AWAY) == "not_due"
    house.here = house.there
    assert await refused(house, ByClock(), AWAY) == "not_due"


async def test_whoever_comes_before_the_clocks_moves_the_deadline_himself() -> None:
    house = MemoryServer()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(2 * MINUTE)
    house.log.away = AWAY.outages
    receipt = await house.ask(sitting(seat), card)
    assert receipt.events[0].recorded.seat == seat
    stored = [decode(entry.event).event for entry in await house.log.read(house.table)]
    assert sum(isinstance(event, DeadlineMoved) for event in stored) == 1
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(MINUTE + 1)
    assert await refused(house, sitting(seat), card) == "too_late"  # the outage counts no more


async def test_two_who_come_at_once_move_it_once() -> None:
    house = MemoryServer()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(2 * MINUTE)
    house.log.away = AWAY.outages
    house.log.traps.append(lambda: house.ask(ByClock(), AWAY, at=house.there))
    await house.ask(sitting(seat), card)
    stored = [decode(entry.event).event for entry in await house.log.read(house.table)]
    assert sum(isinstance(event, DeadlineMoved) for event in stored) == 1


async def bots_race(house: MemoryServer) -> None:
    await house.opened()
    for name in "xyz":
        await house.ask(asks(PLAYERS[0]), SeatBot("random", name.ljust(26, "a"), name))
    await house.ask(asks(PLAYERS[0]), Start())


async def test_the_store_is_told_to_look_at_a_bot_at_once_and_later_once_it_is_played_for() -> None:
    house = MemoryServer()
    await bots_race(house)
    assert house.log.due[house.table] == NOON
    state = (await house.live()).state
    seat = await house.on_turn()
    assert hasattr(state, "sitters")
    bot = asks(state.sitters[seat].player, seat)
    await house.ask(bot, await house.first_card(seat))
    assert house.log.due[house.table] == NOON + 1000


async def test_nobody_plays_early_for_a_bot_by_the_clock_of_the_store() -> None:
    house = MemoryServer()
    await bots_race(house)
    seat = await house.on_turn()
    house.log.now_ms = lambda: NOON + MINUTE - 1
    house.world.wait(MINUTE)
    assert await refused(house, ByClock(), CallTime()) == "not_due"
    house.log.now_ms = lambda: NOON + MINUTE
    receipt = await house.ask(ByClock(), CallTime())
    assert receipt.events[0].recorded.event == TimedOut(seat, 1)
