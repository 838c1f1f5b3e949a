"""When a request is sent again."""

from typing import Any

import pytest

from openapi.play.retrying import LONGEST_WAIT, Retry, problem_code


class Answer:
    def __init__(self, status: int, body: Any = None, **headers: str) -> None:
        self.status_code, self._body = status, body
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def json(self) -> Any:
        if self._body is None:
            raise ValueError("no JSON")
        return self._body


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(503, {"type": "/problems/store_unavailable"}), "store_unavailable"),
        (Answer(502, {"error": "bad gateway"}), "502"),
        (Answer(500), "500"),
    ],
)
def test_the_code_of_a_problem_is_its_type_or_its_status(answer: Answer, code: str) -> None:
    assert problem_code(answer) == code


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_says_when_it_wants_the_request_again(status: int) -> None:
    assert Retry().pause_after(1, 0.0, Answer(status, Retry_After="7")) == 7.0
    assert Retry().pause_after(1, 0.0, Answer(status, Retry_After="4000")) == LONGEST_WAIT
    assert Retry().pause_after(1, 0.0, Answer(status)) is None
    assert Retry().pause_after(1, 0.0, Answer(status, Retry_After="tomorrow")) is None


def test_a_decided_request_is_not_sent_again() -> None:
    assert Retry(pause=1.0).pause_after(1, 0.0, Answer(409, Retry_After="1")) is None


def test_attempts_are_limited_in_number_and_time() -> None:
    busy, retry = Answer(503), Retry(tries=3, seconds=10.0, pause=0.5)
    assert [retry.pause_after(n, 1.0, busy) for n in (1, 2, 3)] == [0.5, 0.5, None]
    assert retry.pause_after(1, 10.0, busy) is None


def test_a_lost_connection_is_tried_again_only_after_a_pause_of_ones_own() -> None:
    assert Retry().pause_after(1, 0.0, None) is None
    assert Retry(pause=0.5).pause_after(1, 0.0, None) == 0.5
