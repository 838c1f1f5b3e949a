"""The table of a match is opened and started once, whichever process finishes the match."""

import asyncio

import pytest
from msgspec import json

from application.play.matchmaking import wish_for
from application.ports.event_log import StoreUnavailable
from application.ports.seeks import SeekLimits
from domain.kernel.refusals import Rejected
from domain.table.commands import OpenTable
from domain.table.state import Running
from tests.support.histories.verifiers import BOTH
from tests.support.tables.matches import WISH, MatchedPlayers, matched

pytestmark = pytest.mark.anyio

LIMITS = SeekLimits(1, "", 1, 1_000)


async def test_everyone_sits_in_the_order_of_the_seeks_and_the_game_has_started() -> None:
    club = MatchedPlayers()
    seek = await club.matchmaker(club.here).seek(club.match.players[2], WISH, LIMITS)
    assert seek.status == "matched"
    state = (await club.there.fresh(club.match.table)).state
    assert isinstance(state, Running)
    assert tuple(sitter.player for sitter in state.sitters) == club.match.players
    assert state.setup.host == club.match.players[0]
    assert (club.seeks.pending, club.notified) == ([], [club.match])


async def test_processes_that_race_open_one_table() -> None:
    club = MatchedPlayers()
    sides = (club.here, club.there)
    results = [club.matchmaker(side).finish_due() for side in sides]
    await asyncio.gather(*results, return_exceptions=True)  # the second finds nothing to forget
    state = (await club.here.fresh(club.match.table)).state
    assert isinstance(state, Running)
    assert len(state.sitters) == 3


@pytest.mark.parametrize("appends", [0, 1, 2])
async def test_what_a_process_left_unfinished_is_finished_by_another(appends: int) -> None:
    """It died before the table was opened, before it was started, or before it was noted."""
    club = MatchedPlayers()
    append, left = club.log.append, appends

    async def dying(commit):  # type: ignore[no-untyped-def]
        nonlocal left
        if left == 0:
            raise StoreUnavailable
        left -= 1
        return await append(commit)

    async def unnoted(match):  # type: ignore[no-untyped-def]
        raise StoreUnavailable

    with pytest.MonkeyPatch.context() as dead:
        dead.setattr(club.log, "append", dying)
        dead.setattr(club.seeks, "finished", unnoted)
        with pytest.raises(StoreUnavailable):
            await club.matchmaker(club.here).finish_due()
    assert club.seeks.pending == [club.match]
    await club.matchmaker(club.there).finish_due()
    state = (await club.there.fresh(club.match.table)).state
    assert isinstance(state, Running)
    assert tuple(sitter.player for sitter in state.sitters) == club.match.players
    assert club.seeks.pending == []


async def test_a_match_that_no_rules_allow_is_dissolved() -> None:
    club = MatchedPlayers(json.encode(OpenTable("gumball_rally", seats=2)))
    await club.matchmaker(club.here).finish_due()
    assert (club.seeks.dissolved, club.seeks.pending) == ([(club.match, club.match.players)], [])


async def test_suspended_players_and_a_host_with_too_many_tables_get_no_table() -> None:
    for barred in (["p"], []):
        club = MatchedPlayers()
        club.barred, club.full = barred, not barred
        await club.matchmaker(club.here).finish_due()
        refused = tuple(barred) or club.match.players[:1]
        assert (club.seeks.dissolved, club.notified) == ([(club.match, refused)], [])


async def test_a_match_waits_while_nobody_may_play() -> None:
    club = MatchedPlayers()
    club.barred = None
    await club.matchmaker(club.here).finish_due()
    assert (club.seeks.dissolved, club.seeks.pending) == ([], [club.match])
    club.barred = []
    await club.matchmaker(club.here).finish_due()
    assert (club.seeks.pending, club.notified) == ([], [club.match])


async def test_the_verifiers_accept_the_table_of_a_match() -> None:
    for verifier in BOTH:
        assert verifier(await matched()) is None


def test_equal_wishes_share_a_pool_whatever_was_left_out() -> None:
    short = wish_for(OpenTable("bug_race", seats=2), 1.0, None, None)
    full = wish_for(OpenTable("bug_race", options={}, seats=2), 2.0, 0.0, 9.0)
    other = wish_for(OpenTable("bug_race", seats=3), 1.0, None, None)
    assert short.pool == full.pool
    assert other.pool != short.pool
    assert (short.players, other.players) == (2, 3)


def test_a_wish_that_no_table_can_meet_is_rejected() -> None:
    with pytest.raises(Rejected) as wrong:
        wish_for(OpenTable("gumball_rally", seats=2), 0.0, None, None)
    assert wrong.value.code == "bad_seats"
