"""`handle` with moved deadlines and with bots, by the clock of the store."""

import pytest

from domain.judging.actors import ByClock
from domain.judging.codec import decoded
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.table.clock_events import DeadlineMoved
from domain.table.commands import CallTime, MoveDeadline, Outage, SeatBot, Start
from tests.support.players.fixed_world import NOON
from tests.support.players.people import PLAYERS
from tests.support.tables.memory_table import MINUTE, MemoryServer, refused, sitting
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio
AWAY = MoveDeadline((Outage(NOON + 1000, NOON + 2 * MINUTE),))


async def test_a_player_who_could_not_answer_in_time_may_answer_after_the_outage() -> None:
    server = MemoryServer()
    await server.started()
    seat = await server.active()
    card = await server.first_card(seat)
    server.world.wait(2 * MINUTE)
    assert await refused(server, sitting(seat), card) == "too_late"
    [moved] = (await server.ask(ByClock(), AWAY)).events
    assert isinstance(moved.recorded.event, DeadlineMoved)
    assert moved.recorded.seat is None
    assert server.log.due[server.table] == NOON + 3 * MINUTE - 1000
    assert await refused(server, ByClock(), CallTime()) == "not_due"
    assert (await server.play()).events


async def test_many_clocks_move_a_deadline_once() -> None:
    server = MemoryServer()
    await server.started()
    await server.there.find(server.table)
    server.world.wait(2 * MINUTE)
    await server.ask(ByClock(), AWAY)
    assert await refused(server, ByClock(), AWAY) == "not_due"
    server.tables = server.there
    assert await refused(server, ByClock(), AWAY) == "not_due"


async def missed_by_an_outage() -> tuple[MemoryServer, Seat, Command]:
    """Return a table whose deadline has passed during an outage, the seat on turn and its card."""
    server = MemoryServer()
    await server.started()
    seat = await server.active()
    card = await server.first_card(seat)
    server.world.wait(2 * MINUTE)
    server.log.away = AWAY.outages
    return server, seat, card


async def moved_deadlines(server: MemoryServer) -> int:
    stored = [each.event for each in decoded(await server.log.read(server.table))]
    return sum(isinstance(event, DeadlineMoved) for event in stored)


async def test_a_command_that_comes_before_the_clocks_moves_the_deadline_itself() -> None:
    server, seat, card = await missed_by_an_outage()
    receipt = await server.ask(sitting(seat), card)
    assert receipt.events[0].recorded.seat == seat
    assert await moved_deadlines(server) == 1
    seat = await server.active()
    card = await server.first_card(seat)
    server.world.wait(MINUTE + 1)
    assert await refused(server, sitting(seat), card) == "too_late"  # the outage counts no more


async def test_two_who_come_at_once_move_it_once() -> None:
    server, seat, card = await missed_by_an_outage()
    server.log.traps.append(lambda: server.ask(ByClock(), AWAY, at=server.there))
    await server.ask(sitting(seat), card)
    assert await moved_deadlines(server) == 1


async def bots_race(server: MemoryServer) -> None:
    await server.opened()
    for name in "xyz":
        await server.ask(by(PLAYERS[0]), SeatBot("random", name.ljust(26, "a")))
    await server.ask(by(PLAYERS[0]), Start())


async def test_the_timers_look_at_a_bot_a_second_after_it_was_asked() -> None:
    server = MemoryServer()
    await bots_race(server)
    assert server.log.due[server.table] == NOON + 1000
    await server.play()
    assert server.log.due[server.table] == NOON + 1000


async def test_nobody_plays_for_a_bot_however_long_it_takes() -> None:
    server = MemoryServer()
    await bots_race(server)
    server.log.now_ms = lambda: NOON + 10 * MINUTE
    server.world.wait(10 * MINUTE)
    assert await refused(server, ByClock(), CallTime()) == "not_due"
    seat = await server.active()
    receipt = await server.play(seat)
    assert receipt.events[0].recorded.seat == seat
