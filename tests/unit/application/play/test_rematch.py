"""A rematch is opened once; each player takes a place, and it starts when all are there."""

import asyncio
from collections.abc import Sequence

import pytest

from application.play.rematch import find_rematch, rematch
from application.world import new_id
from domain.audit.verify import verify
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId
from domain.kernel.refusals import Rejected
from domain.table.commands import Leave, SeatBot, Sit
from domain.table.end_commands import AgreeToEnd, Cancel, Resign
from domain.table.state import Closed, Open, Running
from tests.support.histories.verifiers import BOTH
from tests.support.tables.matches import Club, admit, prepare
from tests.support.tables.party import Party

pytestmark = pytest.mark.anyio


def players(live: LiveTable) -> Sequence[PlayerId]:
    assert isinstance(live.state, Open | Running | Closed)
    return [sitter.player for sitter in live.state.sitters]


async def test_each_player_takes_a_place_one_seat_on_and_the_last_starts_it() -> None:
    club = Club()
    anne, bob, cleo = club.people
    earlier = await club.resigned()
    first = await club.rematch(earlier, 2)
    assert isinstance(first.state, Open)
    assert (first.state.setup.host, players(first)) == (cleo, [cleo])
    again = await club.rematch(earlier, 2)
    assert (again.table, players(again)) == (first.table, [cleo])
    second = await club.rematch(earlier, 0, club.there)
    assert (second.table, players(second)) == (first.table, [cleo, anne])
    last = await club.rematch(earlier, 1)
    assert isinstance(last.state, Running)
    assert (last.table, players(last)) == (first.table, [bob, cleo, anne])
    assert [sitter.piece for sitter in last.state.sitters] == ["blue", None, "red"]
    before = earlier.state
    assert isinstance(before, Closed)
    same = ("game", "options", "seats", "clock", "private", "watch", "sealed_luck")
    for name in same:
        assert getattr(last.state.setup, name) == getattr(before.setup, name)
    assert await find_rematch(club.there, earlier) == last.table
    for player in (anne, bob):
        await club.ask(ByPlayer(player), Resign())
    for verifier in BOTH:
        assert verifier(await club.bundle()) is None


async def test_processes_that_race_open_one_table() -> None:
    club = Club()
    earlier = await club.resigned()
    sides = (club.here, club.there, club.here)
    asked = [club.rematch(earlier, n, tables) for n, tables in enumerate(sides)]
    found = await asyncio.gather(*asked)
    assert len({live.table for live in found}) == 1
    state = (await club.there.fresh(found[0].table)).state
    assert isinstance(state, Running)


async def test_one_person_among_bots_plays_again_at_once() -> None:
    club = Club()
    earlier = await club.resigned(people=1)
    live = await club.rematch(earlier, 0)
    assert isinstance(live.state, Running)
    assert live.state.bots == {0, 1}
    assert players(live)[2] == club.people[0]
    assert not set(players(live)[:2]) & set(players(earlier))
    await club.ask(ByPlayer(club.people[0]), AgreeToEnd())
    for verifier in BOTH:
        assert verifier(await club.bundle()) is None


async def test_the_seats_are_kept_also_at_a_private_table() -> None:
    club = Club()
    earlier = await club.resigned(private=True)
    live = await club.rematch(earlier, 0)
    with pytest.raises(Rejected, match="no_such_table"):
        await club.ask(ByPlayer(new_id(club.world)), Sit())
    with pytest.raises(Rejected, match="seats_kept"):
        await club.ask(ByPlayer(new_id(club.world)), Sit(admitted=True))
    await club.ask(ByPlayer(club.people[1]), Sit())
    assert players(live) == [club.people[1], club.people[0]]


async def test_a_bot_of_the_host_fills_the_place_of_a_player_who_does_not_come() -> None:
    club = Club()
    earlier = await club.resigned()
    await club.rematch(earlier, 0)
    live = await club.rematch(earlier, 1)
    bot = SeatBot("random", new_id(club.world))
    await club.ask(ByPlayer(club.people[0]), bot)
    assert isinstance(live.state, Running)
    with pytest.raises(Rejected, match="already_started"):
        await club.rematch(earlier, 2)


async def test_a_cancelled_rematch_makes_room_for_another() -> None:
    club = Club()
    earlier = await club.resigned()
    first = await club.rematch(earlier, 0)
    await club.ask(ByPlayer(club.people[0]), Cancel())
    assert await find_rematch(club.here, earlier) is None
    second = await club.rematch(earlier, 1)
    assert second.table != first.table
    with pytest.raises(Rejected, match="cannot_rematch"):
        await club.rematch(first, 0)


async def test_a_player_who_left_comes_back_to_the_place() -> None:
    club = Club()
    earlier = await club.resigned()
    live = await club.rematch(earlier, 0)
    await club.rematch(earlier, 1)
    await club.ask(ByPlayer(club.people[1]), Leave(0))
    await club.rematch(earlier, 1)
    assert players(live) == [club.people[1], club.people[0]]


async def test_only_players_of_a_closed_table_ask_for_a_rematch() -> None:
    club = Club()
    earlier = await club.resigned()
    with pytest.raises(Rejected, match="not_seated"):
        await rematch(club.here, earlier, new_id(club.world), prepare, admit)
    live = await club.rematch(earlier, 0)
    with pytest.raises(Rejected, match="cannot_rematch"):
        await club.rematch(live, 0)
    assert await find_rematch(club.here, live) is None
    assert verify(await Party(club.here, earlier.table, club.people).bundle()).verdict == "PASS"
