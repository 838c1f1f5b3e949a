"""Reading refusals in tests."""

from typing import Any

import httpx


def assert_problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem, which must be this one."""
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["type"]) == (status, f"/problems/{code}"), answer.text
    return problem
