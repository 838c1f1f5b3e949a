"""Rewards are judged across histories: won at the earlier table, and spent at one table only."""

import asyncio

import pytest

from domain.audit.verify import verify
from tests.support.cheating.rewards import from_no_table, invented, of_another_head, spent_again
from tests.support.histories.verifiers import by_one_file
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.rewarded_tables import beside, flaw_beside, give_rewards, rewarded


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> tuple[bytes, bytes, bytes]:
    """An earlier table, one that spends its rewards, and one that finds them spent."""
    give_rewards(monkeypatch)
    return asyncio.run(rewarded(MemoryTable("first")))


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
    first, second, _ = three
    forged = invented(second)
    assert verify(forged).verdict == "PASS"  # it cannot be known without the earlier table
    found = flaw_beside(forged, first)
    assert (found.check, found.version, found.field) == ("rewards", 1, "event.data.carried")
    assert found.line == 2


def test_another_head_of_the_earlier_table_is_found(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, _ = three
    found = flaw_beside(of_another_head(second), first)
    assert (found.check, found.field) == ("rewards", "event.data.follows.head")


def test_a_reward_that_is_spent_twice_is_found(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, third = three
    forged = spent_again(third)
    assert flaw_beside(forged, first) is None  # alone it would be right
    found = flaw_beside(forged, first, second)
    assert (found.check, found.field) == ("rewards", "event.data.rewards")


def test_rewards_from_no_table_are_found(three: tuple[bytes, bytes, bytes]) -> None:
    found = flaw_beside(from_no_table(three[0]))
    assert (found.check, found.field) == ("rewards", "event.data.carried")
