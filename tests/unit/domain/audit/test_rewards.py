"""Rewards are judged across histories: won at the earlier table, and spent at one table only."""

import asyncio

import pytest

from domain.audit.verify import verify
from tests.support.cheating.forgery import Forgery
from tests.support.rewarded_tables import beside, flaw_beside, give_rewards, rewarded
from tests.support.small_table import SmallTable
from tests.support.verifiers import by_one_file


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> tuple[bytes, bytes, bytes]:
    """An earlier table, one that spends its rewards, and one that finds them spent."""
    give_rewards(monkeypatch)
    return asyncio.run(rewarded(SmallTable("first")))


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
    found = flaw_beside(forged, first)
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
    found = flaw_beside(forgery.content(), first)
    assert (found.check, found.field) == ("rewards", "event.data.follows.head")


def test_a_reward_that_is_spent_twice_is_found(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, third = three
    forgery = Forgery(third)
    forgery.record("table.start")["command"].pop("spent")
    forgery.find("table.started")["data"]["rewards"] = [["cup"], [], ["cup"]]
    forged = forgery.content()
    assert flaw_beside(forged, first) is None  # alone it would be right
    found = flaw_beside(forged, first, second)
    assert (found.check, found.field) == ("rewards", "event.data.rewards")


def test_rewards_from_no_table_are_found(three: tuple[bytes, bytes, bytes]) -> None:
    forgery = Forgery(three[0])
    player = forgery.header["players"][0]
    carried = [{"player": player, "rewards": ["cup"]}]
    forgery.record("table.open")["command"]["carried"] = carried
    forgery.find("table.opened")["data"]["carried"] = carried
    forgery.find("table.started")["data"]["rewards"][0] = ["cup"]
    found = flaw_beside(forgery.content())
    assert (found.check, found.field) == ("rewards", "event.data.carried")
