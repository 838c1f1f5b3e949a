"""A table may follow a finished one of its game and copies what was won there."""

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from application.play.open_table import open_table
from domain.games import EDITIONS, GAMES
from domain.judging.actors import ByPlayer
from domain.kernel.refusals import Rejected
from domain.table.commands import Carried, Follows, OpenTable
from domain.table.decide.opening import carried_rewards
from domain.table.state import Closed, Open, seats_of
from tests.support.tables.memory_table import MemoryTable, finished_in_memory
from tests.support.tables.party import GAME

pytestmark = pytest.mark.anyio
NOW = GAMES[GAME]


async def followed(earlier: MemoryTable, table: str | None = None, game: str = GAME) -> Open:
    """A new table that follows this one, as it is opened."""
    asked = OpenTable(game, follows=Follows(earlier.table if table is None else table, ""))
    live = await open_table(earlier.tables, ByPlayer(earlier.players[1]), asked)
    assert isinstance(live.state, Open)
    return live.state


async def finished() -> MemoryTable:
    return await finished_in_memory("first")


async def last_head(earlier: MemoryTable) -> Follows:
    live = await earlier.tables.find(earlier.table)
    return Follows(live.table, live.head.hex())


def won(*rewards: tuple[str, ...]) -> Any:
    return dataclasses.replace(NOW, rewards=lambda _: rewards)


async def test_it_says_what_it_follows_and_what_was_won_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    earlier = await finished()
    monkeypatch.setitem(EDITIONS, (GAME, NOW.rules_version), won(("cup",), (), ("cup", "sash")))
    setup = (await followed(earlier)).setup
    first, _, third = earlier.players
    assert setup.follows == await last_head(earlier)
    assert setup.carried == (Carried(first, ("cup",)), Carried(third, ("cup", "sash")))


async def test_where_no_rule_says_so_nothing_is_carried_over() -> None:
    earlier = await finished()
    setup = (await followed(earlier)).setup
    assert (setup.follows, setup.carried) == (await last_head(earlier), ())


async def test_rewards_follow_the_rules_under_which_they_were_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The state of an older edition means nothing to the rules of today."""
    monkeypatch.setitem(
        EDITIONS, (GAME, "0"), dataclasses.replace(won(("cup",)), rules_version="0")
    )
    with monkeypatch.context() as then:
        then.setitem(GAMES, GAME, EDITIONS[GAME, "0"])
        earlier = await finished()
    opened = await followed(earlier)
    assert opened.setup.rules_version == NOW.rules_version
    assert opened.setup.carried == (Carried(earlier.players[0], ("cup",)),)


async def test_a_player_who_held_several_seats_takes_what_all_of_them_won() -> None:
    earlier = await finished()
    state = (await earlier.tables.find(earlier.table)).state
    assert isinstance(state, Closed)
    first, second, _ = state.sitters
    both = replace(state, sitters=(first, second, first))
    assert seats_of(both, first.player) == (0, 2)
    told = carried_rewards(both, won(("cup",), ("sash",), ("car",)), GAME)
    assert told == (Carried(first.player, ("cup", "car")), Carried(second.player, ("sash",)))


async def test_what_cannot_be_followed_is_refused() -> None:
    running, abandoned, done = MemoryTable("running"), MemoryTable("abandoned"), await finished()
    await running.begin()
    await abandoned.begin()
    await abandoned.leave()
    for earlier in (running, abandoned):
        with pytest.raises(Rejected, match=r"cannot_follow: .*is not finished") as refusal:
            await followed(earlier)
        assert refusal.value.field == "follows"
    with pytest.raises(Rejected, match=r"cannot_follow: .* played gumball_rally") as refusal:
        await followed(done, game="bug_race")
    assert refusal.value.field == "follows"
    with pytest.raises(Rejected, match="no_such_table"):
        await followed(done, "a" * 26)
