"""Rewards are judged across histories: won at the earlier table, and spent at one table only."""

import asyncio
import dataclasses
from typing import Any

import pytest

from application.handle import handle
from application.open_table import open_table
from application.start import start_table
from domain.audit.rewards import Verified, verified
from domain.audit.verify import verify, verify_with_ledger
from domain.games import EDITIONS, GAMES
from domain.judging.judge import ByPlayer
from domain.table.commands import Follows, Leave, OpenTable, Sit
from tests.support.bundles import told
from tests.support.cheating.forgery import Forgery
from tests.support.small_table import GAME, SmallTable
from tests.support.verifiers import by_one_file

CUP = ("cup",)


@pytest.fixture(autouse=True)
def rewarding(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = dataclasses.replace(GAMES[GAME], rewards=lambda _: (CUP, (), CUP))
    monkeypatch.setitem(EDITIONS, (GAME, rules.rules_version), rules)


async def _play() -> tuple[bytes, bytes, bytes]:
    earlier = SmallTable("first")
    await earlier.finish()
    bundles = [told(earlier.table, await earlier.stored())]
    for _ in range(2):
        host = ByPlayer(earlier.players[0])
        opening = OpenTable(GAME, seats=3, clock=None, follows=Follows(earlier.table, ""))
        live = await open_table(earlier.tables, host, opening)
        for player in earlier.players:
            await handle(earlier.tables, live.table, ByPlayer(player), Sit())
        await start_table(earlier.tables, live.table, host)
        for seat, player in enumerate(earlier.players):
            await handle(earlier.tables, live.table, ByPlayer(player), Leave(seat))
        stored = await earlier.log.load(live.table)
        assert stored is not None
        bundles.append(told(live.table, stored))
    first, second, third = bundles
    return first, second, third


@pytest.fixture
def three() -> tuple[bytes, bytes, bytes]:
    """An earlier table, one that spends its rewards, and one that finds them spent."""
    return asyncio.run(_play())


def beside(content: bytes) -> Verified:
    report, ledger = verify_with_ledger(content)
    assert ledger is not None
    assert report.head is not None
    return verified(ledger, report.head)


def flaw(content: bytes, *others: bytes) -> Any:
    return verify(content, others=[beside(other) for other in others]).flaw


def test_honest_tables_pass_together(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, third = three
    for content in (second, third):
        report = verify(content, others=[beside(first), beside(second)])
        assert (report.verdict, report.flaw) == ("PASS", None)
        assert "rewards" in report.checked
        assert by_one_file(content) is None


def test_without_the_earlier_table_a_pass_says_that_rewards_were_not_judged(
    three: tuple[bytes, bytes, bytes],
) -> None:
    report = verify(three[1])
    assert report.verdict == "PASS"
    assert "rewards" not in report.checked
    assert any(each.startswith("rewards from table") for each in report.not_checked)


def test_rewards_that_nobody_won_are_found(three: tuple[bytes, bytes, bytes]) -> None:
    """The server invents a reward consistently: in the command, the opening and the start."""
    first, second, _ = three
    forgery = Forgery(second)
    who = forgery.header["players"][1]
    for carried in (
        forgery.record("table.open")["command"]["carried"],
        forgery.find("table.opened")["data"]["carried"],
    ):
        carried.append({"player": who, "rewards": ["cup"]})
    forgery.find("table.started")["data"]["rewards"][1] = ["cup"]
    forged = forgery.content()
    assert verify(forged).verdict == "PASS"  # it cannot be known without the earlier table
    found = flaw(forged, first)
    assert (found.check, found.version, found.field) == ("rewards", 1, "event.data.carried")
    assert found.line == 2


def test_another_head_of_the_earlier_table_is_found(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, _ = three
    forgery = Forgery(second)
    for follows in (
        forgery.record("table.open")["command"]["follows"],
        forgery.find("table.opened")["data"]["follows"],
    ):
        follows["head"] = "c" * 64
    found = flaw(forgery.content(), first)
    assert (found.check, found.field) == ("rewards", "event.data.follows.head")


def test_a_reward_that_is_spent_twice_is_found(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, third = three
    forgery = Forgery(third)
    forgery.record("table.start")["command"].pop("spent")
    forgery.find("table.started")["data"]["rewards"] = [["cup"], [], ["cup"]]
    forged = forgery.content()
    assert flaw(forged, first) is None  # alone it would be right
    found = flaw(forged, first, second)
    assert (found.check, found.field) == ("rewards", "event.data.rewards")


def test_rewards_from_no_table_are_found(three: tuple[bytes, bytes, bytes]) -> None:
    forgery = Forgery(three[0])
    player = forgery.header["players"][0]
    carried = [{"player": player, "rewards": ["cup"]}]
    forgery.record("table.open")["command"]["carried"] = carried
    forgery.find("table.opened")["data"]["carried"] = carried
    forgery.find("table.started")["data"]["rewards"][0] = ["cup"]
    found = flaw(forgery.content())
    assert (found.check, found.field) == ("rewards", "event.data.carried")
