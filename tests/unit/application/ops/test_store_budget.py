"""The commands of one request wait for the store no longer in all than one of them may."""

import pytest

from application.ops.store_budget import GAP, LEAST_SHARE, QUICK, StoreBudget

BUDGET = 0.9


def test_the_first_command_has_the_whole_budget() -> None:
    assert StoreBudget().begin(10.0, BUDGET) == BUDGET


def test_a_command_after_a_slow_one_has_what_is_left() -> None:
    budget = StoreBudget()
    budget.begin(10.0, BUDGET)
    budget.end(10.0, 10.7, replied=True)
    assert budget.begin(10.7, BUDGET) == pytest.approx(BUDGET - 0.7)


def test_a_request_that_has_waited_already_has_what_is_left() -> None:
    assert StoreBudget(10.0, 10.7).begin(10.7, BUDGET) == pytest.approx(BUDGET - 0.7)


def test_a_quick_reply_restores_the_whole_budget() -> None:
    budget = StoreBudget()
    budget.begin(10.0, BUDGET)
    budget.end(10.0, 10.7, replied=True)
    budget.begin(10.7, BUDGET)
    budget.end(10.7, 10.7 + QUICK / 2, replied=True)
    assert budget.begin(10.8, BUDGET) == BUDGET


def test_a_quick_failure_does_not() -> None:
    budget = StoreBudget()
    budget.begin(10.0, BUDGET)
    budget.end(10.0, 10.01, replied=False)
    assert budget.begin(10.01, BUDGET) == pytest.approx(BUDGET - 0.01)


def test_time_spent_on_something_else_does_not_count() -> None:
    budget = StoreBudget()
    budget.begin(10.0, BUDGET)
    budget.end(10.0, 10.7, replied=True)
    later = 10.7 + 2 * GAP
    assert budget.begin(later, BUDGET) == BUDGET


def test_a_command_beside_one_that_waits_shares_its_budget() -> None:
    budget = StoreBudget()
    budget.begin(10.0, BUDGET)
    assert budget.begin(10.5, BUDGET) == pytest.approx(BUDGET - 0.5)


def test_every_command_has_time_for_the_reply_of_a_store_that_is_well() -> None:
    budget = StoreBudget()
    budget.begin(10.0, BUDGET)
    budget.end(10.0, 12.0, replied=True)
    assert budget.begin(12.0, BUDGET) == BUDGET * LEAST_SHARE
