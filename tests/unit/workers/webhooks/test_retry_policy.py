"""Deliveries are retried with growing pauses; a webhook that never answers is disabled."""

import pytest
from msgspec.structs import replace

from application.ports.webhooks import About, Attempt, Delivery, Hook
from domain.kernel.moments import millis
from workers.webhooks.retry_policy import PAUSES, dropped, settled

AT = "2026-01-01T12:00:00.000Z"
LATER = "2026-01-02T12:00:00.000Z"
HOOK = Hook("h" * 26, About("a" * 26, "https://example.org/", ("your_turn",), None), (), 1)
WAITING = Delivery(id="msg_1", event="your_turn", table="t" * 26, version=3, at=AT)
FAILED = Attempt(AT, 500, None)
TRIED_OUT = replace(WAITING, attempts=(FAILED,) * len(PAUSES))


@pytest.mark.parametrize("status", [200, 202, 204, 299])
def test_any_good_answer_is_delivered(status: int) -> None:
    came = settled(HOOK, WAITING, Attempt(AT, status, None))
    assert (came.delivery.status, came.again_ms, came.disabled) == ("delivered", None, None)


@pytest.mark.parametrize("status", [100, 301, 307, 400, 404, 429, 500, 503, None])
def test_any_other_is_tried_again(status: int | None) -> None:
    came = settled(HOOK, WAITING, Attempt(AT, status, "why"))
    assert (came.delivery.status, came.disabled) == ("waiting", None)
    assert came.again_ms is not None


def test_the_pauses_grow_and_are_spread_a_little() -> None:
    waiting, waits = WAITING, []
    for pause in PAUSES:
        waiting, again, _ = settled(HOOK, waiting, FAILED)
        assert again is not None
        assert pause * 1000 <= again <= pause * 1100
        waits.append(again)
    assert waits == sorted(waits)
    assert len(waiting.attempts) == len(PAUSES)


def test_what_never_arrives_is_given_up_and_disables_its_webhook() -> None:
    came = settled(HOOK, TRIED_OUT, Attempt(LATER, None, "No response within 10 s."))
    assert (came.delivery.status, came.again_ms) == ("given_up", None)
    assert came.disabled is not None
    assert came.disabled.at == LATER
    assert "8 attempts" in came.disabled.reason
    assert "No response" in came.disabled.reason
    assert came.disabled.reason.endswith("create another to get notices again.")


def test_a_webhook_that_received_others_meanwhile_stays() -> None:
    lucky = replace(HOOK, succeeded=millis(AT) + 1)
    came = settled(lucky, TRIED_OUT, Attempt(LATER, 500, None))
    assert (came.delivery.status, came.disabled) == ("given_up", None)
    long_ago = replace(HOOK, succeeded=millis(AT) - 1)
    assert settled(long_ago, TRIED_OUT, FAILED).disabled is not None


def test_gone_is_gone_at_once() -> None:
    came = settled(HOOK, WAITING, Attempt(AT, 410, None))
    assert came.delivery.status == "given_up"
    assert came.disabled is not None
    assert "410" in came.disabled.reason
    assert came.disabled.reason.endswith("create another to get notices again.")


def test_what_waits_for_a_disabled_webhook_is_given_up() -> None:
    assert dropped(WAITING).delivery.status == "given_up"
    assert dropped(WAITING).again_ms is None
