"""A sandbox repeats itself, follows its script, and has a clock that only its host moves."""

import asyncio

import pytest

from application.play.fork import fork
from domain.audit.verify import verify
from domain.games import GAMES
from domain.kernel.game import purpose_of
from domain.kernel.ids import millis
from domain.kernel.refusals import Rejected
from domain.table.clock_events import ClockAdvanced, DecisionOpened, TimedOut
from domain.table.commands import Follows, ForkTable, OpenTable
from domain.table.end_events import TableClosed
from domain.table.opening_events import TableOpened
from domain.table.sandbox import START, Sandbox, ScriptedDeal
from domain.table.state import Closed
from openapi.clients import verify as one_file
from projections.leaderboard.results import result
from tests.support.tables.memory_table import finished_in_memory
from tests.support.tables.sandboxes import GAME, SEED, Developer, sandbox_bundle
from workers.verify import as_text

pytestmark = pytest.mark.anyio


async def played(name: str, sandbox: Sandbox, game: str = GAME) -> Developer:
    one = Developer(name)
    await one.begin_sandbox(sandbox, game)
    await one.finish()
    return one


@pytest.mark.parametrize("game", GAMES)
async def test_two_runs_have_the_same_history(game: str) -> None:
    one, two = Developer("one"), Developer("two")
    for each in (one, two):
        await each.begin_sandbox(Sandbox(SEED), game)
        for _ in range(12):
            await each.play()
    assert await one.text() == await two.text()
    assert START[:19] in await one.text()
    other = Developer("three")
    await other.begin_sandbox(Sandbox("77" * 32), game)
    assert await other.draws() != (await one.draws())[: len(await other.draws())]


async def test_scripted_deals_come_first_then_the_seed_goes_on() -> None:
    deals = (ScriptedDeal("bearers", (5, 3, 8)), ScriptedDeal("die", 2), ScriptedDeal("die", 0))
    free, scripted = await played("free", Sandbox(SEED)), Developer("script")
    await scripted.begin_sandbox(Sandbox(SEED, deals))
    await scripted.finish()
    got = [draw for draw in await scripted.draws() if purpose_of(draw.label) == "bearers"]
    assert got[0].got[:3] == (5, 3, 8)
    assert sorted(got[0].got) == list(range(got[0].of))
    dice = [draw.got for draw in await scripted.draws() if purpose_of(draw.label) == "die"]
    assert dice[:2] == [2, 0]
    label = next(d.label for d in await free.draws() if purpose_of(d.label) == "first_seat")
    by_seed = {draw.label: draw.got for draw in await free.draws()}
    drawn = {draw.label: draw.got for draw in await scripted.draws()}
    assert drawn[label] == by_seed[label]


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (ScriptedDeal("first_seat", 3), "a number from 0 to 2"),
        (ScriptedDeal("first_seat", (0,)), "a number from 0 to 2"),
        (ScriptedDeal("bearers", (0, 0)), "different places"),
        (ScriptedDeal("bearers", (99,)), "different places"),
        (ScriptedDeal("bearers", 1), "different places"),
    ],
)
def test_a_deal_that_does_not_fit_is_rejected(deal: ScriptedDeal, why: str) -> None:
    with pytest.raises(Rejected, match=why) as rejected:
        asyncio.run(Developer().begin_sandbox(Sandbox(SEED, (deal,))))
    assert rejected.value.code == "bad_deal"


async def test_bots_go_on_by_the_seed_when_a_deal_does_not_fit() -> None:
    one = Developer()
    sandbox = Sandbox(SEED, (ScriptedDeal("bot", 999_999),))
    await one.open(OpenTable("gumball_rally", seats=3, sandbox=sandbox))
    await one.seat_bots(("random",) * 3)
    await one.start()
    for _ in range(3):
        await one.play()
    assert any(purpose_of(draw.label) == "bot" for draw in await one.draws())


async def test_deadlines_pass_only_when_the_host_moves_the_clock() -> None:
    one = Developer()
    await one.begin_sandbox(Sandbox(SEED), clock=60)
    deadline = next(e for e in await one.events() if isinstance(e, DecisionOpened)).deadline
    assert deadline == "2000-01-01T00:01:00.000Z"
    assert one.table not in one.log.due  # the timers do not look at it
    one.world.wait(3_600_000)
    await one.play()  # an hour later it is not late
    assert not any(isinstance(each, TimedOut) for each in await one.events())
    before = (await one.live()).version
    live = await one.advance(59)
    assert live.version == before + 1
    live = await one.advance(1)
    assert any(isinstance(each, TimedOut) for each in await one.events())
    assert live.at == millis(START) + 60_000
    advanced = [each for each in await one.events() if isinstance(each, ClockAdvanced)]
    assert [each.seconds for each in advanced] == [59, 1]


async def test_an_open_sandbox_expires_by_its_own_clock() -> None:
    one = Developer()
    opening = OpenTable(GAME, sandbox=Sandbox(clock="2030-05-05T12:00:00.000Z"))
    await one.open(opening)
    await one.advance(24 * 3600 - 1)
    live = await one.advance(1)
    assert isinstance(live.state, Closed)
    assert live.state.reason == "abandoned"
    with pytest.raises(Rejected, match="closed"):
        await one.advance(1)


async def test_only_the_host_moves_the_clock_and_only_of_a_sandbox() -> None:
    one = Developer()
    await one.begin_sandbox(Sandbox(SEED))
    with pytest.raises(Rejected, match="Only the host"):
        await one.advance(1, by=1)
    opening = OpenTable(GAME)
    await one.open(opening)
    with pytest.raises(Rejected, match="no sandbox"):
        await one.advance(1)


async def test_a_sandbox_is_marked_and_counts_for_nothing() -> None:
    one = await played("one", Sandbox(SEED))
    history = await one.history()
    assert isinstance(history[0].event, TableOpened)
    assert history[0].event.sandbox == Sandbox(SEED)
    assert history[0].event.log is None
    assert isinstance(history[-1].event, TableClosed)
    assert result(history) is None
    with pytest.raises(Rejected, match="sandbox"):
        await fork(one.tables, one.host, ForkTable(one.table, 10))
    follows = OpenTable(GAME, follows=Follows(one.table, ""))
    with pytest.raises(Rejected, match="is a sandbox"):
        await one.open(follows)


async def test_a_sandbox_follows_no_table() -> None:
    one = Developer()
    earlier = await finished_in_memory("earlier")
    one.tables, one.log = earlier.tables, earlier.log
    asked = OpenTable("gumball_rally", follows=Follows(earlier.table, ""), sandbox=Sandbox())
    with pytest.raises(Rejected, match="follows no other"):
        await one.open(asked)


def test_the_verifiers_say_that_it_is_a_sandbox() -> None:
    table, content = asyncio.run(sandbox_bundle())
    report = verify(content)
    assert report.verdict == "PASS", report.flaw
    assert report.sandbox
    assert as_text(report).startswith(f"PASS  SANDBOX  {table}")
    assert any("sandbox" in each for each in report.not_checked)
    verdict = one_file.verify(content.decode())
    assert (verdict.word, verdict.summary[:9]) == ("PASS", "SANDBOX, ")
    assert any("sandbox" in each for each in verdict.not_checked)


def test_a_running_sandbox_is_marked_too() -> None:
    async def run() -> bytes:
        one = Developer()
        await one.begin_sandbox(Sandbox(SEED))
        return await one.bundle()

    content = asyncio.run(run())
    assert verify(content).sandbox
    assert one_file.verify(content.decode()).summary.startswith("SANDBOX, ")
