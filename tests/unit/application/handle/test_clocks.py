"""`handle` and time: deadlines, the command of the clock, times of events."""

import pytest

from domain.judging.actors import ByClock
from domain.judging.codec import decoded
from domain.judging.commands.opening import OPEN_FOR_MS
from domain.kernel.ids import millis
from domain.kernel.refusals import Rejected
from domain.table.clock_events import TimedOut
from domain.table.commands import CallTime, Leave, Sit, Start
from domain.table.end_events import TableClosed
from domain.table.state import Closed
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, CLEO, PLAYERS
from tests.support.tables.memory_table import MINUTE, MemoryServer, refused, sitting
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio

SIT = Sit()


async def test_a_late_player_is_refused_by_the_clock_of_the_store() -> None:
    server = MemoryServer()
    await server.started()
    seat = await server.active()
    card = await server.first_card(seat)
    server.world.wait(MINUTE + 1)
    assert await refused(server, sitting(seat), card) == "too_late"


async def test_the_deadline_itself_is_in_time() -> None:
    server = MemoryServer()
    await server.started()
    server.world.wait(MINUTE)
    assert (await server.play()).events


async def test_the_clock_of_a_process_that_runs_ahead_plays_for_nobody_early() -> None:
    server = MemoryServer()
    await server.started()
    server.log.now_ms = lambda: NOON + MINUTE - 1
    server.world.wait(MINUTE)
    assert await refused(server, ByClock(), CallTime()) == "not_due"


async def test_the_clock_plays_once_for_a_late_player() -> None:
    server = MemoryServer()
    await server.started()
    seat = await server.active()
    await server.there.find(server.table)
    server.world.wait(MINUTE)
    receipt = await server.ask(ByClock(), CallTime())
    assert receipt.events[0].recorded.event == TimedOut(seat, 1)
    assert receipt.events[0].recorded.seat is None
    with pytest.raises(Rejected, match="not_due"):
        await server.ask(ByClock(), CallTime(), at=server.there)


async def test_times_never_go_backwards() -> None:
    server = MemoryServer()
    await server.opened()
    server.world.wait(5000)
    await server.ask(by(ANNE), SIT)
    server.world.wait(-4000)
    for player, process in ((BOB, server.here), (CLEO, server.there)):
        await server.ask(by(player), SIT, at=process)
    times = [millis(each.at) for each in decoded(await server.log.read(server.table))]
    assert times == [NOON, NOON + 5000, NOON + 5000, NOON + 5000]


async def test_the_store_knows_when_to_look_at_a_table_again() -> None:
    server = MemoryServer()
    table = await server.opened()
    assert server.log.due[table] == NOON + OPEN_FOR_MS
    for player in PLAYERS:
        await server.ask(by(player), SIT)
    server.world.wait(1000)
    await server.ask(by(ANNE), Start())
    assert server.log.due[table] == NOON + 1000 + MINUTE
    seat = await server.active()
    server.world.wait(500)
    await server.ask(by(PLAYERS[seat]), Leave(seat))
    assert server.log.due[table] == NOON + 1500


async def test_a_closed_table_is_not_looked_at_again() -> None:
    server = MemoryServer()
    table = await server.started()
    for seat, player in enumerate(PLAYERS):
        await server.ask(by(player), Leave(seat))
    assert table not in server.log.due
    assert isinstance((await server.live()).state, Closed)


async def test_an_open_table_expires_through_the_same_path() -> None:
    server = MemoryServer()
    table = await server.opened()
    assert await refused(server, ByClock(), CallTime()) == "not_started"
    server.world.wait(OPEN_FOR_MS)
    receipt = await server.ask(ByClock(), CallTime())
    seed = server.log.seeds[table].hex()
    assert receipt.events[-1].recorded.event == TableClosed("abandoned", None, seed)
