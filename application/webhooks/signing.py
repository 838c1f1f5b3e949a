"""Standard Webhooks (standardwebhooks.com): signed headers, secrets, rotation with overlap."""

from base64 import b64encode
from datetime import UTC, datetime

from standardwebhooks.webhooks import Webhook

from application.ports.webhooks import Secret
from application.ports.world import World

SECRET_BYTES = 24
OVERLAP_MS = 24 * 3_600_000  # how long the previous secret still signs
MOST_SECRETS = 3


def new_secret(world: World) -> Secret:
    return Secret("whsec_" + b64encode(world.fresh(SECRET_BYTES)).decode())


def rotated(secrets: tuple[Secret, ...], new: Secret, now: int) -> tuple[Secret, ...]:
    """Return the new secret first, then the previous ones that are still valid."""
    until = now + OVERLAP_MS
    kept = (Secret(old.text, min(old.until or until, until)) for old in valid(secrets, now))
    return (new, *kept)[:MOST_SECRETS]


def valid(secrets: tuple[Secret, ...], now: int) -> tuple[Secret, ...]:
    return tuple(each for each in secrets if each.until is None or each.until > now)


def headers(id_: str, body: bytes, secrets: tuple[Secret, ...], now: int) -> dict[str, str]:
    at = datetime.fromtimestamp(now // 1000, UTC)
    signed = (Webhook(s.text).sign(id_, at, body.decode()) for s in valid(secrets, now))
    return {
        "webhook-id": id_,
        "webhook-timestamp": str(now // 1000),
        "webhook-signature": " ".join(signed),
    }
