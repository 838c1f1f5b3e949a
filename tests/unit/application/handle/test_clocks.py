"""The one path in time: deadlines, the clock's own command, times, when to look again."""

import pytest

from domain.judging.codec import decode
from domain.judging.judge import OPEN_FOR_MS, ByClock
from domain.kernel.moments import millis
from domain.kernel.rejection import Rejected
from domain.table.commands import CallTime, Leave, Sit, Start
from domain.table.events import TableClosed, TimedOut
from domain.table.state import Closed
from tests.support.fixed_world import NOON
from tests.support.memory_server import MINUTE, MemoryServer, refused, sitting
from tests.support.table_spec import ANNE, BOB, CLEO, PLAYERS, asks

pytestmark = pytest.mark.anyio

SIT = Sit("my dice", "player")


async def test_whoever_is_late_is_refused_by_the_clock_of_the_store() -> None:
    house = MemoryServer()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(MINUTE + 1)
    assert await refused(house, sitting(seat), card) == "too_late"


async def test_the_deadline_itself_is_in_time() -> None:
    house = MemoryServer()
    await house.started()
    house.world.wait(MINUTE)
    assert (await house.play()).events


async def test_the_clock_of_a_process_that_runs_ahead_plays_for_nobody_early() -> None:
    house = MemoryServer()
    await house.started()
    house.log.now_ms = lambda: NOON + MINUTE - 1
    house.world.wait(MINUTE)
    assert await refused(house, ByClock(), CallTime()) == "not_due"


async def test_the_clock_plays_for_whoever_is_late_and_once_only() -> None:
    house = MemoryServer()
    await house.started()
    seat = await house.on_turn()
    await house.there.find(house.table)
    house.world.wait(MINUTE)
    receipt = await house.ask(ByClock(), CallTime())
    assert receipt.events[0].recorded.event == TimedOut(seat, 1)
    assert receipt.events[0].recorded.seat is None
    with pytest.raises(Rejected, match="not_due"):
        await house.ask(ByClock(), CallTime(), at=house.there)


async def test_times_never_go_backwards() -> None:
    house = MemoryServer()
    await house.opened()
    house.world.wait(5000)
    await house.ask(asks(ANNE), SIT)
    house.world.wait(-4000)
    for player, process in ((BOB, house.here), (CLEO, house.there)):
        await house.ask(asks(player), SIT, at=process)
    times = [millis(decode(entry.event).at) for entry in await house.log.read(house.table)]
    assert times == [NOON, NOON + 5000, NOON + 5000, NOON + 5000]


async def test_the_store_is_told_when_to_look_at_a_table_again() -> None:
    house = MemoryServer()
    table = await house.opened()
    assert house.log.due[table] == NOON + OPEN_FOR_MS
    for player in PLAYERS:
        await house.ask(asks(player), SIT)
    house.world.wait(1000)
    await house.ask(asks(ANNE), Start())
    assert house.log.due[table] == NOON + 1000 + MINUTE
    seat = await house.on_turn()
    house.world.wait(500)
    await house.ask(asks(PLAYERS[seat]), Leave(seat))
    assert house.log.due[table] == NOON + 1500


async def test_a_closed_table_is_not_looked_at_again() -> None:
    house = MemoryServer()
    table = await house.started()
    for seat, player in enumerate(PLAYERS):
        await house.ask(asks(player), Leave(seat))
    assert table not in house.log.due
    assert isinstance((await house.live()).state, Closed)


async def test_an_open_table_expires_through_the_same_path() -> None:
    house = MemoryServer()
    table = await house.opened()
    assert await refused(house, ByClock(), CallTime()) == "not_started"
    house.world.wait(OPEN_FOR_MS)
    receipt = await house.ask(ByClock(), CallTime())
    seed = house.log.seeds[table].hex()
    assert receipt.events[-1].recorded.event == TableClosed("abandoned", None, seed)
