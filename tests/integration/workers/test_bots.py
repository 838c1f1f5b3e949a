"""Bots play through `handle`: alone, among people, asked twice, or unable to choose."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from application.ports.jobs import BotWakeup
from application.table_cache import TableCache
from application.world import RealWorld
from domain.games import GAMES
from domain.games.gumball_rally.events import CardPlayed
from domain.judging import bot_choice
from domain.judging.commands import play as judging
from domain.kernel.messages import Command
from domain.table.end_events import TableClosed
from domain.table.state import Closed, Running
from store.client.pipeline import PipelinedClient
from store.deadlines import RedisDeadlines
from store.embedded.server import EmbeddedServer
from store.jobs import BOTS, RqJobs
from store.log import RedisEventLog
from tests.support.players.fixed_world import FixedWorld
from tests.support.servers.polling import eventually
from tests.support.tables.party import Party, bot_party, plays_by_decision
from workers import timers
from workers.bot_wakeups import BotWakeups
from workers.bots import Bots, Played
from workers.timers import Timers

pytestmark = pytest.mark.anyio
GAME = "gumball_rally"


async def test_a_table_of_bots_only_is_played_to_its_end(tables: TableCache) -> None:
    party = await bot_party(tables, ("random", "greedy", "greedy", "random"))
    moves = (await Bots(tables).play_on(party.table, seconds=60)).moves
    played = await plays_by_decision(party)
    assert moves == len(played)
    assert all(len(plays) == 1 for plays in played)
    last = (await party.events())[-1]
    assert isinstance(last, TableClosed)
    assert last.reason == "finished"


async def test_bots_stop_where_a_person_is_asked(tables: TableCache) -> None:
    party = await bot_party(tables, ("greedy", "random"), people=1)
    await Bots(tables).play_on(party.table, seconds=60)
    assert await party.active() == 0
    await party.play(0)
    await Bots(tables).play_on(party.table, seconds=60)
    state = (await party.live()).state
    assert isinstance(state, Closed) or await party.active() == 0


async def test_at_a_table_without_bots_nothing_happens(tables: TableCache) -> None:
    party = await bot_party(tables, (), people=3)
    before = len(await party.events())
    assert await Bots(tables).play_on(party.table) == Played(0, unfinished=False)
    assert len(await party.events()) == before


async def test_a_bot_that_is_asked_by_several_workers_moves_once(
    server: EmbeddedServer, tables: TableCache
) -> None:
    party = await bot_party(tables, ("random", "random", "greedy"))
    clients = [PipelinedClient(server.url) for _ in range(3)]
    workers = [Bots(TableCache(RedisEventLog(client), RealWorld())) for client in clients]
    try:
        moves = await asyncio.gather(
            *[worker.play_on(party.table, seconds=60) for worker in workers]
        )
    finally:
        for client in clients:
            await client.aclose()
    played = await plays_by_decision(party)
    assert isinstance((await party.live()).state, Closed)
    assert all(len(plays) == 1 for plays in played)
    assert sum(each.moves for each in moves) == len(played)


async def test_a_bot_that_cannot_choose_plays_the_default_of_the_rules(
    tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Sequence[Command]:
        raise ZeroDivisionError

    party = await bot_party(tables, ("greedy", "greedy", "greedy"))
    default = await default_of_first_bot(party)
    game = replace(GAMES[GAME], greedy=broken)
    monkeypatch.setattr(bot_choice, "game_of", lambda _: game)
    await Bots(tables).play_on(party.table, seconds=60)
    assert await first_card(party) == default.card
    assert isinstance((await party.live()).state, Closed)


async def test_a_bot_whose_choice_is_refused_plays_the_default_of_the_rules(
    tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await bot_party(tables, ("greedy", "greedy", "greedy"))
    default = await default_of_first_bot(party)
    state = (await party.live()).state
    assert isinstance(state, Running)
    stranger = min(state.play.pile)
    monkeypatch.setattr(judging, "choose_action", lambda *_: type(default)(stranger))
    await Bots(tables).play_on(party.table, seconds=60)
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
    woken: list[BotWakeup] = []
    await Timers(RedisDeadlines(client), tables, wake=_noting(woken)).call_time()
    assert woken == [BotWakeup(party.table, party.players[0])]
    await Bots(tables).play_on(party.table, seconds=60)
    kinds = [event.type for event in await party.events()]
    assert "table.timed_out" not in kinds
    assert kinds[-1] == "table.closed"


def _noting(woken: list[BotWakeup]) -> timers.Wake:
    return woken.extend


async def test_the_timers_wake_a_bot_again_when_nobody_has_answered(
    client: PipelinedClient, tables: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "LEASE_MS", 500)
    party = await bot_party(tables, ("random", "random", "random"))
    woken: list[BotWakeup] = []
    sweeper = Timers(RedisDeadlines(client), tables, wake=_noting(woken))
    await sweeper.call_time()
    assert woken == [BotWakeup(party.table, party.players[0])]
    while len(woken) < 3:
        await eventually(sweeper.call_time)
    assert {each.table for each in woken} == {party.table}


async def test_people_are_not_woken(client: PipelinedClient, tables: TableCache) -> None:
    party = await bot_party(tables, ("greedy", "greedy"), people=1)
    await Bots(tables).play_on(party.table, seconds=60)
    woken: list[BotWakeup] = []
    assert await Timers(RedisDeadlines(client), tables, wake=_noting(woken)).call_time() == 0
    assert isinstance((await party.live()).state, Running)
    assert woken == []


async def test_without_a_queue_the_clocks_go_on(
    client: PipelinedClient, tables: TableCache, caplog: pytest.LogCaptureFixture
) -> None:
    await bot_party(tables, ("random", "random", "random"))
    waker = BotWakeups(RqJobs("unix:///nowhere/at/all.sock?db=1"))
    assert await Timers(RedisDeadlines(client), tables, wake=waker.wake).call_time() == 1
    await waker.idle()
    assert "1 tables wait for a bot" in caplog.text


class NotingJobs(RqJobs):
    """The real queue; notes which tables were handed out."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.handed_out: list[str] = []

    async def next_wakeup(self, unfinished: BotWakeup | None) -> BotWakeup | None:
        wakeup = await super().next_wakeup(unfinished)
        if wakeup is not None:
            self.handed_out.append(wakeup.table)
        return wakeup


async def test_owners_take_turns_however_many_tables_one_of_them_has(
    server: EmbeddedServer, tables: TableCache
) -> None:
    busy = [await bot_party(tables, ("greedy",) * 8, host="b" * 26) for _ in range(5)]
    other = await bot_party(tables, ("greedy", "greedy"), people=1)
    while await other.active() == 0:
        await other.play(0)
    async with aclosing(NotingJobs(server.queue_url)) as jobs:
        await jobs.wake_bots([BotWakeup(party.table, "b" * 26) for party in busy])
        await jobs.wake_bots([BotWakeup(other.table, other.players[0])])
        moves = await Bots(tables).play_round(jobs, seconds=60)
    assert jobs.handed_out[:3] == [busy[0].table, other.table, busy[1].table]
    assert await other.active() == 0
    assert all([isinstance((await party.live()).state, Closed) for party in busy])
    played = [plays for party in [*busy, other] for plays in await plays_by_decision(party)]
    assert max(map(len, played)) == 1
    assert moves > len(busy)


async def test_what_a_round_leaves_over_is_left_to_the_next(
    server: EmbeddedServer, tables: TableCache
) -> None:
    party = await bot_party(tables, ("greedy",) * 8)
    async with aclosing(RqJobs(server.queue_url)) as jobs:
        await jobs.wake_bots([BotWakeup(party.table, party.players[0])])
        await Bots(tables).play_round(jobs, seconds=0)
        assert (await jobs.lengths())[BOTS] == 1


async def test_a_table_that_cannot_be_played_does_not_stop_the_others(
    server: EmbeddedServer, tables: TableCache, caplog: pytest.LogCaptureFixture
) -> None:
    party = await bot_party(tables, ("random",) * 3)
    async with aclosing(RqJobs(server.queue_url)) as jobs:
        await jobs.wake_bots([BotWakeup("a" * 26, "a"), BotWakeup(party.table, "b")])
        assert await Bots(tables).play_round(jobs, seconds=60) > 0
    assert isinstance((await party.live()).state, Closed)
    assert "its bots cannot be played" in caplog.text
