"""A fork has the history of its parent and luck of its own, and passes every check."""

from typing import Any

import pytest

from application.play.ancestors import with_ancestors
from application.play.fork import fork
from application.table_cache import TableCache
from domain.audit.both_editions import audit_report
from domain.audit.stored_history import find_flaw
from domain.audit.verify import verify
from domain.fairness.chain import MOST_EVENTS
from domain.judging.actors import ByPlayer
from domain.judging.codec import decoded
from domain.judging.decision_clock import awaited, game_of
from domain.judging.live_table import LiveTable, restored
from domain.judging.rows.row import fold_row
from domain.judging.stored import Stored, lined
from domain.kernel.refusals import Rejected
from domain.table.commands import ForkBot, ForkTable
from domain.table.decide.opening import carried_rewards
from domain.table.opening_events import LuckDrawn
from domain.table.state import Running
from projections.history.bundle import JSON, LINES, Frame
from tests.support.histories import bundles
from tests.support.histories.verifiers import by_one_file
from tests.support.tables.memory_table import MemoryTable, finished_in_memory, long_championship
from tests.support.tables.party import GAME, Party

pytestmark = pytest.mark.anyio
FORKER = "f" * 26
BOT_PLAYERS = ("b" * 26, "c" * 26)
BOTS = (ForkBot(1, BOT_PLAYERS[0], "greedy"), ForkBot(2, BOT_PLAYERS[1], "random"))


async def finished() -> MemoryTable:
    return await finished_in_memory("parent")


async def boundaries(parent: MemoryTable) -> list[int]:
    """Versions of the play at which nothing is half done."""
    entries = (await parent.stored()).entries
    started = next(e.last for e in entries if b'"type":"table.started"' in lined(e.events))
    return [entry.last for entry in entries[:-1] if entry.last >= started]


async def forked(parent: MemoryTable, at: int) -> LiveTable:
    return await fork(parent.tables, ByPlayer(FORKER), ForkTable(parent.table, at))


async def finish(tables: TableCache, live: LiveTable) -> Stored:
    """Play a fork to its end and return its history."""
    party = Party(tables, live.table, 3 * [FORKER])
    await party.finish()
    return await with_ancestors(tables.log, await party.stored())


async def test_a_fork_begins_with_the_history_of_its_parent() -> None:
    parent = await finished()
    at = (await boundaries(parent))[3]
    live = await forked(parent, at)
    entries = await parent.log.read(live.table)
    before = [entry for entry in (await parent.stored()).entries if entry.last <= at]
    copied = [event for entry in entries for event in entry.events]
    assert copied[:-1] == [event for entry in before for event in entry.events]
    assert live.version == at + 1
    then = LiveTable(parent.table, parent.log.seeds[parent.table])
    then.catch_up(before)
    assert isinstance(then.state, Running)
    assert isinstance(live.state, Running)
    assert live.state.play == then.state.play
    assert live.state.setup.fork is not None
    assert live.state.setup.fork.head == then.head.hex()
    assert restored(live.table, await parent.log.load(live.table)).state == live.state


async def test_every_seat_is_the_forkers_and_nothing_is_due() -> None:
    parent = await finished()
    live = await forked(parent, (await boundaries(parent))[0])
    assert isinstance(live.state, Running)
    assert {sitter.player for sitter in live.state.sitters} == {FORKER}
    assert (live.state.setup.host, live.state.setup.clock) == (FORKER, None)
    assert live.table not in parent.log.due


async def test_its_luck_is_its_own() -> None:
    """The same commands at the same state lead to other draws."""
    parent = await finished()
    at = (await boundaries(parent))[1]
    drawn = []
    for _ in range(2):
        stored = await finish(parent.tables, await forked(parent, at))
        events = [each.event for each in decoded(stored.entries[at:])]
        drawn.append([event for event in events if isinstance(event, LuckDrawn)])
    assert drawn[0] != drawn[1]
    assert drawn[0]


@pytest.mark.parametrize("frame", [LINES, JSON], ids=["lines", "document"])
async def test_its_bundle_is_verified_like_any_other(frame: Frame) -> None:
    parent = await finished()
    live = await forked(parent, (await boundaries(parent))[2])
    stored = await finish(parent.tables, live)
    bundle = bundles.history_bundle(live.table, stored, frame)
    assert verify(bundle).verdict == "PASS"
    assert by_one_file(bundle) is None
    assert find_flaw(live.table, stored) is None
    assert audit_report(live.table, stored).under_own is not None


async def against_bots(parent: MemoryTable, *bots: ForkBot) -> LiveTable:
    at = (await boundaries(parent))[2]
    return await fork(parent.tables, ByPlayer(FORKER), ForkTable(parent.table, at, bots))


async def test_bots_take_the_seats_that_the_fork_gives_them_and_are_woken() -> None:
    parent = await finished()
    live = await against_bots(parent, *BOTS)
    assert isinstance(live.state, Running)
    assert [sitter.player for sitter in live.state.sitters] == [FORKER, *BOT_PLAYERS]
    assert [sitter.bot for sitter in live.state.sitters] == [None, "greedy", "random"]
    assert (live.table in parent.log.due) is bool(awaited(live.state) & live.state.bots)
    row = fold_row(None, decoded(await parent.log.read(live.table)))
    assert row is not None
    assert (row.players, row.bots) == ((FORKER, *BOT_PLAYERS), (1, 2))


async def test_a_fork_against_bots_is_verified_by_everyone() -> None:
    parent = await finished()
    live = await against_bots(parent, *BOTS)
    stored = await finish(parent.tables, live)
    bundle = bundles.history_bundle(live.table, stored)
    assert verify(bundle).verdict == "PASS"
    assert by_one_file(bundle) is None
    assert find_flaw(live.table, stored) is None


@pytest.mark.parametrize(
    "wrong",
    [
        lambda bots: bots.reverse(),
        lambda bots: bots[0].update(seat=7),
        lambda bots: bots[1].update(seat=1),
        lambda bots: bots[0].update(bot="random"),
        lambda bots: bots.pop(),
        lambda bots: bots.insert(0, {"seat": 0, "player": "g" * 26, "bot": "greedy"}),
    ],
)
async def test_a_fork_that_lies_about_its_bots_is_found(wrong: Any) -> None:
    parent = await finished()
    live = await against_bots(parent, *BOTS)
    stored = await finish(parent.tables, live)
    change = bundles.of_type("table.forked", lambda told: wrong(told["bots"]))
    bundle = bundles.history_bundle(live.table, bundles.rewritten(live.table, stored, change))
    assert verify(bundle).verdict == "FAIL"
    assert by_one_file(bundle) is not None


@pytest.mark.parametrize(
    "bots",
    [
        (ForkBot(1, "b" * 26, "greedy"), ForkBot(0, "c" * 26, "greedy")),
        (ForkBot(1, "b" * 26, "greedy"), ForkBot(1, "c" * 26, "greedy")),
        (ForkBot(7, "b" * 26, "greedy"),),
        tuple(ForkBot(seat, "b" * 26, "greedy") for seat in range(3)),
    ],
)
async def test_bots_that_do_not_fit_are_rejected(bots: tuple[ForkBot, ...]) -> None:
    parent = await finished()
    with pytest.raises(Rejected) as refused:
        await against_bots(parent, *bots)
    assert refused.value.code == "cannot_fork"


async def test_a_fork_can_be_forked() -> None:
    parent = await finished()
    first = await forked(parent, (await boundaries(parent))[2])
    await finish(parent.tables, first)
    entries = await parent.log.read(first.table)
    later = entries[2].last
    second = await fork(parent.tables, ByPlayer(FORKER), ForkTable(first.table, later))
    stored = await finish(parent.tables, second)
    bundle = bundles.history_bundle(second.table, stored)
    assert verify(bundle).flaw is None
    assert by_one_file(bundle) is None


async def test_a_fork_that_lies_about_its_parent_is_found() -> None:
    parent = await finished()
    live = await forked(parent, (await boundaries(parent))[2])
    stored = await finish(parent.tables, live)

    def pretend(name: str, value: object) -> bundles.Change:
        return bundles.of_type("table.forked", lambda told: told["of"].update({name: value}))

    def dealt_better(told: Any) -> None:
        told["cards"] = told["cards"][::-1]

    changes = (
        pretend("head", "0" * 64),
        pretend("seed", "0" * 64),
        pretend("table", "z" * 26),
        pretend("version", 3),
        bundles.of_type("table.forked", lambda told: told.update(commitment="0" * 64)),
        bundles.of_type("gumball_rally.hand_dealt", dealt_better),
    )
    for change in changes:
        cheat = bundles.rewritten(live.table, stored, change)
        assert find_flaw(live.table, cheat) is not None
        bundle = bundles.history_bundle(live.table, cheat)
        assert verify(bundle).verdict == "FAIL"
        assert by_one_file(bundle) is not None


async def test_nothing_that_is_won_at_a_fork_counts() -> None:
    parent = await finished()
    live = await forked(parent, (await boundaries(parent))[2])
    await finish(parent.tables, live)
    with pytest.raises(Rejected, match="cannot_follow"):
        carried_rewards(live.state, game_of(live.state), GAME)
    row = fold_row(None, decoded(await parent.log.read(live.table)))
    assert row is not None
    assert (row.id, row.fork_of, row.host) == (live.table, parent.table, FORKER)
    assert (row.status, set(row.players)) == ("finished", {FORKER})


async def test_what_cannot_be_forked_is_refused() -> None:
    parent = await finished()
    good, last = await boundaries(parent), (await parent.stored()).version
    amidst = next(v for v in range(good[0], last) if v not in good)
    for at in (1, amidst, last, last + 100):
        with pytest.raises(Rejected, match="cannot_fork"):
            await forked(parent, at)
    running = MemoryTable("running")
    await running.begin()
    with pytest.raises(Rejected, match="finished"):
        await forked(running, 8)
    with pytest.raises(Rejected, match="no_such_table"):
        await fork(parent.tables, ByPlayer(FORKER), ForkTable("a" * 26, 8))


async def test_a_history_of_more_than_ten_thousand_events_can_be_forked() -> None:
    parent = await long_championship(10_100)
    tables, table = parent.tables, parent.table
    ends = [entry.last for entry in await tables.log.read(table)]
    at = next(end for end in ends if end > 10_000)
    live = await fork(tables, ByPlayer(FORKER), ForkTable(table, at))
    assert live.version == at + 1
    entries = await tables.log.read(live.table)
    assert [len(entry.events) for entry in entries[:-1]] == [MOST_EVENTS] * (at // MOST_EVENTS)
    assert [bool(entry.head) for entry in entries] == [False] * (len(entries) - 1) + [True]
    copied = [event for entry in entries for event in entry.events]
    before = [event for entry in await tables.log.read(table, limit=at) for event in entry.events]
    assert copied[:-1] == before


async def test_a_fork_is_limited_by_size_and_says_how_far_it_can_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parent = await finished()
    good = await boundaries(parent)
    sizes = [len(event) for event in (await parent.stored()).events]
    monkeypatch.setattr("application.play.fork.MOST_COPIED", sum(sizes[: good[4]]) + 1)
    assert (await forked(parent, good[4])).version == good[4] + 1
    with pytest.raises(Rejected) as refused:
        await forked(parent, good[5])
    assert refused.value.code == "cannot_fork"
    takes = f"take {sum(sizes[: good[5]]):,} bytes; a fork copies at most"
    assert takes in str(refused.value.detail)
    assert f"Choose version {good[4]} or an earlier one." in str(refused.value.detail)
