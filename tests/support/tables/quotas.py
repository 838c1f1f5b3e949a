"""What tests of quotas share: tables to open, and the problem of a quota."""

from typing import Any

import httpx

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller

GAME = {"game": "gumball_rally", "seats": 3, "clock": None}


def over(answer: httpx.Response, code: str, limit: int, status: int = 409) -> dict[str, Any]:
    """Check a quota's problem: it names the limit, and a flow says when to go on."""
    problem = assert_problem(answer, status, code)
    assert problem["limit"] == limit
    assert str(limit) in problem["detail"]
    assert status == 409 or int(answer.headers["retry-after"]) >= 1
    return problem


def bots_only(host: Caller) -> str:
    made = host.post("/v1/tables", GAME)
    assert made.status_code == 201, made.text
    path: str = made.headers["location"]
    for _ in range(3):
        assert host.post(f"{path}/seats", {"bot": "random"}).status_code == 201
    return path
