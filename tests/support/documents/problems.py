"""Problem responses."""

from typing import Any

import httpx


def assert_problem(
    answer: httpx.Response, status: int, code: str, prefix: str = ""
) -> dict[str, Any]:
    """Fail unless the answer is this problem; return it."""
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["type"]) == (status, f"{prefix}/problems/{code}"), (
        answer.text
    )
    return problem
