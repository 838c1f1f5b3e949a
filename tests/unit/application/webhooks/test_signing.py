"""Signed as the published specification says, with secrets that overlap while they change."""

import time

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from application.ports.webhooks import Secret
from application.webhooks.signing import OVERLAP_MS, headers, new_secret, rotated, valid
from tests.support.players.fixed_world import NOON, FixedWorld

WORLD = FixedWorld()
FIRST, SECOND, THIRD, FOURTH = (new_secret(WORLD) for _ in range(4))


def test_the_published_example_has_the_published_signature() -> None:
    secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = headers(
        "msg_p5jXN8AQM9LWM0D4loKWxJek", b'{"test": 2432232314}', (secret,), 1614265330_000
    )
    assert signed == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_a_secret_is_new_every_time_and_long_enough() -> None:
    assert len({FIRST.text, SECOND.text, THIRD.text}) == 3
    assert all(each.text.startswith("whsec_") and len(each.text) == 6 + 32 for each in (FIRST,))


def test_while_a_secret_changes_both_can_verify_and_afterwards_only_the_new_one() -> None:
    now = int(time.time() * 1000)
    both = rotated((FIRST,), SECOND, now)
    signed = headers("msg_1", b"{}", both, now)
    assert signed["webhook-signature"].count("v1,") == 2
    for secret in (FIRST, SECOND):
        assert Webhook(secret.text).verify(b"{}", signed) == {}
    later = headers("msg_1", b"{}", both, now + OVERLAP_MS)
    assert later["webhook-signature"].count("v1,") == 1
    with pytest.raises(WebhookVerificationError):
        Webhook(THIRD.text).verify(b"{}", signed)


def test_rotating_again_extends_nobody_and_keeps_few() -> None:
    secrets = rotated(rotated((FIRST,), SECOND, NOON), THIRD, NOON + 1000)
    assert secrets == (
        THIRD,
        Secret(SECOND.text, NOON + 1000 + OVERLAP_MS),
        Secret(FIRST.text, NOON + OVERLAP_MS),
    )
    assert rotated(secrets, FOURTH, NOON + 2000)[0] == FOURTH
    assert len(rotated(secrets, FOURTH, NOON + 2000)) == 3
    assert valid(secrets, NOON + OVERLAP_MS) == secrets[:2]
