"""Deliveries are retried with growing pauses; a webhook that fails is paused, then disabled."""

import pytest
from msgspec.structs import replace

from application.ports.webhooks import About, Attempt, Delivery, Hook
from domain.kernel.ids import millis, rfc3339
from workers.webhooks.retry_policy import MOST_ATTEMPTS, OPENS_AFTER, PAUSES, settled

AT = "2026-01-01T12:00:00.000Z"
LATER = "2026-01-02T12:00:00.000Z"
HOOK = Hook("h" * 26, About("a" * 26, "https://example.org/", ("your_turn",), None), (), 1)
WAITING = Delivery(id="msg_1", event="your_turn", table="t" * 26, version=3, at=AT)
FAILED = Attempt(AT, 500, None)
LAST_TRY = replace(WAITING, attempts=(FAILED,) * len(PAUSES), tries=len(PAUSES))
FAILING = replace(HOOK, failures=len(PAUSES), failing_since=millis(AT))


@pytest.mark.parametrize("status", [200, 202, 204, 299])
def test_any_good_answer_is_delivered_and_ends_the_failures(status: int) -> None:
    came = settled(FAILING, WAITING, Attempt(AT, status, None))
    assert (came.delivery.status, came.again_ms, came.disabled) == ("delivered", 0, None)
    assert (came.failures, came.failing_since, came.pause_ms) == (0, None, 0)


@pytest.mark.parametrize("status", [100, 301, 307, 400, 404, 429, 500, 503, None])
def test_any_other_is_tried_again(status: int | None) -> None:
    came = settled(HOOK, WAITING, Attempt(AT, status, "why"))
    assert (came.delivery.status, came.delivery.tries, came.disabled) == ("waiting", 1, None)
    assert came.again_ms >= 1000 * PAUSES[0]
    assert (came.failures, came.failing_since) == (1, millis(AT))


def test_the_pauses_grow_and_are_spread_a_little() -> None:
    waiting, waits = WAITING, []
    for pause in PAUSES:
        came = settled(HOOK, waiting, FAILED)
        waiting = came.delivery
        assert pause * 1000 <= came.again_ms <= pause * 1100
        waits.append(came.again_ms)
    assert waits == sorted(waits)
    assert len(waiting.attempts) == len(PAUSES)


def test_a_webhook_that_fails_in_a_row_is_left_alone_for_a_while() -> None:
    hook, pauses = HOOK, []
    for _ in range(OPENS_AFTER + 4):
        came = settled(hook, WAITING, FAILED)
        hook = replace(hook, failures=came.failures, failing_since=came.failing_since)
        pauses.append(came.pause_ms)
    assert pauses[: OPENS_AFTER - 1] == [0] * (OPENS_AFTER - 1)
    assert pauses[OPENS_AFTER - 1 :] == [5_000, 30_000, 300_000, 300_000, 300_000]


def test_a_webhook_that_fails_for_as_long_as_a_delivery_is_tried_is_disabled() -> None:
    came = settled(FAILING, LAST_TRY, Attempt(LATER, None, "No answer within 10 s."))
    assert came.delivery.status == "failed"
    assert came.disabled is not None
    assert came.disabled.at == LATER
    assert "8 attempts" in came.disabled.reason
    assert "No answer" in came.disabled.reason
    assert came.disabled.reason.endswith("Enable the webhook when your address answers again.")


def test_what_has_been_tried_less_often_still_waits_when_its_webhook_is_disabled() -> None:
    came = settled(FAILING, WAITING, Attempt(LATER, 500, None))
    assert came.disabled is not None
    assert came.delivery.status == "waiting"


def test_a_webhook_that_received_others_meanwhile_stays() -> None:
    since_an_hour = replace(FAILING, failing_since=millis(LATER) - 3_600_000)
    came = settled(since_an_hour, LAST_TRY, Attempt(LATER, 500, None))
    assert (came.delivery.status, came.disabled) == ("failed", None)


def test_a_webhook_that_failed_a_few_times_long_ago_stays() -> None:
    seldom = replace(FAILING, failures=1)
    assert settled(seldom, WAITING, Attempt(LATER, 500, None)).disabled is None


def test_gone_disables_at_once() -> None:
    came = settled(HOOK, WAITING, Attempt(AT, 410, None))
    assert came.delivery.status == "failed"
    assert came.disabled is not None
    assert "410" in came.disabled.reason


def test_the_log_of_attempts_is_bounded() -> None:
    delivery = WAITING
    for n in range(MOST_ATTEMPTS + 3):
        attempt = Attempt(rfc3339(n), 500, None)
        delivery = replace(settled(HOOK, delivery, attempt).delivery, tries=0)  # queued again
    assert [each.at for each in delivery.attempts] == [
        rfc3339(n) for n in range(3, MOST_ATTEMPTS + 3)
    ]
