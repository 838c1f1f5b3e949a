"""Rewards are judged across histories: won at the earlier table, and spent at one table only."""

from typing import Any

import pytest

from domain.audit.rewards import Verified, verified
from domain.audit.verify import verify, verify_with_ledger
from tests.support.rewarded_tables import (
    from_no_table,
    give_rewards,
    invented,
    of_another_head,
    spent_again,
    three_tables,
)
from tests.support.verifiers import by_one_file


@pytest.fixture(autouse=True)
def rewarding(monkeypatch: pytest.MonkeyPatch) -> None:
    give_rewards(monkeypatch)


@pytest.fixture
def three() -> tuple[bytes, bytes, bytes]:
    return three_tables()


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
    first, second, _ = three
    forged = invented(second)
    assert verify(forged).verdict == "PASS"  # it cannot be known without the earlier table
    found = flaw(forged, first)
    assert (found.check, found.version, found.field) == ("rewards", 1, "event.data.carried")
    assert found.line == 2


def test_another_head_of_the_earlier_table_is_found(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, _ = three
    found = flaw(of_another_head(second), first)
    assert (found.check, found.field) == ("rewards", "event.data.follows.head")


def test_a_reward_that_is_spent_twice_is_found(three: tuple[bytes, bytes, bytes]) -> None:
    first, second, third = three
    forged = spent_again(third)
    assert flaw(forged, first) is None  # alone it would be right
    found = flaw(forged, first, second)
    assert (found.check, found.field) == ("rewards", "event.data.rewards")


def test_rewards_from_no_table_are_found(three: tuple[bytes, bytes, bytes]) -> None:
    found = flaw(from_no_table(three[0]))
    assert (found.check, found.field) == ("rewards", "event.data.carried")
