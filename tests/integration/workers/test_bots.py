"""Bots play through `handle`: alone, among people, asked twice, slow, or unable to choose."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

import pytest

from application.administration.office import Office
from application.administration.watch import AdministrationWatch
from application.bots import player as playing
from application.bots.player import BotPlayer
from application.ports.jobs import Jobs
from application.table_cache import TableCache
from application.world import RealWorld
from domain.administration.acts import MaintenanceBegun
from domain.games import GAMES
from domain.games.gumball_rally.events import CardPlayed
from domain.judging import bot_choice
from domain.judging.commands import play as judging
from domain.kernel.messages import Command
from domain.table.end_events import TableClosed
from domain.table.state import Closed, Running
from store import keyspace
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.people.acts import RedisActLog
from store.tables.deadlines import RedisDeadlines
from store.tables.log import RedisEventLog
from tests.simulation.jobs import Queues, SimulatedJobs
from tests.support.players.fixed_world import FixedWorld
from tests.support.servers.processes import PATIENCE, eventually
from tests.support.tables.party import Party, bot_party, plays_by_decision
from workers import timers
from workers.timers import Timers

pytestmark = pytest.mark.anyio
GAME = "gumball_rally"


def player_at(
    tables: TableCache, client: PipelinedClient, jobs: Jobs | None = None, **options: Any
) -> BotPlayer:
    queue = jobs or SimulatedJobs(Queues())
    return BotPlayer(tables, AdministrationWatch(RedisActLog(client)), queue, **options)


@asynccontextmanager
async def another(server: EmbeddedServer) -> AsyncIterator[tuple[BotPlayer, TableCache]]:
    """A player in another process."""
    client = PipelinedClient(server.url, PATIENCE)
    tables = TableCache(RedisEventLog(client), RealWorld())
    yield player_at(tables, client), tables
    await client.aclose()


async def played(player: BotPlayer, *parties: Party) -> None:
    for live in [await party.live() for party in parties]:
        player.wake(live)
    await player.idle()


async def test_a_table_of_bots_only_is_played_to_its_end(
    tables: TableCache, client: PipelinedClient
) -> None:
    player = player_at(tables, client)
    party = await bot_party(tables, ("random", "greedy", "greedy", "random"))
    await player.idle()
    assert all(len(plays) == 1 for plays in await plays_by_decision(party))
    last = (await party.events())[-1]
    assert isinstance(last, TableClosed)
    assert last.reason == "finished"


async def test_bots_answer_what_a_person_has_played(
    tables: TableCache, client: PipelinedClient
) -> None:
    player = player_at(tables, client)
    party = await bot_party(tables, ("greedy", "random"), people=1)
    await player.idle()
    assert await party.active() == 0
    await party.play(0)
    await player.idle()
    state = (await party.live()).state
    assert isinstance(state, Closed) or await party.active() == 0


async def test_at_a_table_without_bots_nothing_happens(
    tables: TableCache, client: PipelinedClient
) -> None:
    party = await bot_party(tables, (), people=3)
    before = len(await party.events())
    await played(player_at(tables, client), party)
    assert len(await party.events()) == before


async def test_a_bot_that_is_asked_by_several_processes_moves_once(
    server: EmbeddedServer, tables: TableCache
) -> None:
    party = await bot_party(tables, ("random", "random", "greedy"))
    async with another(server) as (one, ones), another(server) as (two, twos):
        for player, own in ((one, ones), (two, twos)):
            player.wake(await own.fresh(party.table))
        await asyncio.gather(one.idle(), two.idle())
        assert isinstance((await party.live()).state, Closed)
    assert all(len(plays) == 1 for plays in await plays_by_decision(party))


async def test_one_who_loses_a_race_stops(server: EmbeddedServer, tables: TableCache) -> None:
    party = await bot_party(tables, ("random", "random", "greedy"))
    async with another(server) as (late, own):
        behind = await own.fresh(party.table)
        await party.play()
        late.wake(behind)
        await late.idle()
    assert [len(plays) for plays in await plays_by_decision(party)] == [1, 0]


async def test_a_bot_that_cannot_choose_plays_the_default_of_the_rules(
    tables: TableCache, client: PipelinedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Sequence[Command]:
        raise ZeroDivisionError

    party = await bot_party(tables, ("greedy", "greedy", "greedy"))
    default = await default_of_first_bot(party)
    game = replace(GAMES[GAME], greedy=broken)
    monkeypatch.setattr(bot_choice, "game_of", lambda _: game)
    await played(player_at(tables, client), party)
    assert await first_card(party) == default.card
    assert isinstance((await party.live()).state, Closed)


async def test_a_bot_whose_choice_is_refused_plays_the_default_of_the_rules(
    tables: TableCache, client: PipelinedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await bot_party(tables, ("greedy", "greedy", "greedy"))
    default = await default_of_first_bot(party)
    state = (await party.live()).state
    assert isinstance(state, Running)
    stranger = min(state.play.pile)
    monkeypatch.setattr(judging, "choose_action", lambda *_: type(default)(stranger))
    await played(player_at(tables, client), party)
    assert await first_card(party) == default.card
    assert isinstance((await party.live()).state, Closed)


async def default_of_first_bot(party: Party) -> Any:
    state = (await party.live()).state
    seat = bot_choice.next_bot(state)
    assert isinstance(state, Running)
    assert seat is not None
    return GAMES[GAME].default(state.play, seat)


async def first_card(party: Party) -> str:
    played = (e for e in await party.events() if isinstance(e, CardPlayed))
    return next(played).card


async def test_a_bot_is_never_timed_out_and_plays_after_its_deadline(
    client: PipelinedClient, tables: TableCache
) -> None:
    earlier = TableCache(tables.log, FixedWorld(RealWorld().now() - 60_000))
    late = await bot_party(earlier, ("random", "random", "random"), clock=1)
    party = Party(tables, late.table, late.players)
    player = player_at(tables, client)
    await Timers(RedisDeadlines(client), tables).call_time()
    await player.idle()
    kinds = [event.type for event in await party.events()]
    assert "table.timed_out" not in kinds
    assert kinds[-1] == "table.closed"


async def test_the_timers_answer_again_for_a_bot_that_nobody_has_answered_for(
    client: PipelinedClient, tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "LEASE_MS", 500)
    party = await bot_party(tables, ("random", "random", "random"))
    woken: list[str] = []
    monkeypatch.setattr(tables.bots, "wake", lambda live: woken.append(live.table))
    sweeper = Timers(RedisDeadlines(client), tables)
    assert await sweeper.call_time() == 0  # the process that has stored the deal has a second
    while len(woken) < 3:
        await eventually(sweeper.call_time)
    assert set(woken) == {party.table}


async def test_people_are_not_woken(client: PipelinedClient, tables: TableCache) -> None:
    player = player_at(tables, client)
    await bot_party(tables, ("greedy", "greedy"), people=1)
    await player.idle()
    assert await Timers(RedisDeadlines(client), tables).call_time() == 0


async def test_a_slice_of_moves_ends_before_people_wait_long(
    client: PipelinedClient, tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "SLICE_SECONDS", 0.0)
    gave_way: list[int] = []

    async def give_way() -> None:
        gave_way.append(1)

    party = await bot_party(tables, ("greedy",) * 3)
    await played(player_at(tables, client, give_way=give_way), party)
    assert len(gave_way) >= len(await plays_by_decision(party))


async def test_a_game_whose_bots_are_slow_is_left_to_a_job(
    client: PipelinedClient, tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "SLOW_SECONDS", 0.0)
    queues = Queues()
    player = player_at(tables, client, SimulatedJobs(queues))
    party = await bot_party(tables, ("greedy",) * 8)
    await player.idle()
    assert len(await plays_by_decision(party)) == playing.SLOW_TIMES + 1
    assert queues.jobs == [("play_bots", (party.table,))]
    await played(player_at(tables, client, slow_times=None), party)
    assert isinstance((await party.live()).state, Closed)


async def test_bots_wait_during_maintenance(client: PipelinedClient, tables: TableCache) -> None:
    acts, world, none = RedisActLog(client), RealWorld(), cast(Any, None)
    watch = AdministrationWatch(acts)
    office = Office(acts, watch, none, none, tables, none, none, world)
    await office.record("z", MaintenanceBegun("A new disk.", world.now(), 60))
    party = await bot_party(tables, ("random",) * 3)
    before = await party.events()
    await played(player_at(tables, client), party)
    assert await party.events() == before


async def test_a_table_that_cannot_be_played_does_not_stop_the_others(
    client: PipelinedClient, tables: TableCache
) -> None:
    broken = await bot_party(tables, ("random",) * 3)
    party = await bot_party(tables, ("random",) * 3)
    player = player_at(tables, client)
    player.wake(await broken.live())
    player.wake(await party.live())
    await client.execute("DEL", keyspace.meta(broken.table), keyspace.events(broken.table))
    await player.idle()
    assert isinstance((await party.live()).state, Closed)
