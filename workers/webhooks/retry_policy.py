"""What follows from an attempt: delivered, retried later, or given up."""

from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from application.ports.webhooks import Attempt, Delivery, Disabled, Hook
from domain.kernel.moments import millis

PAUSES = (5, 30, 300, 1_800, 7_200, 18_000, 36_000)  # seconds between attempts: 17 hours in all
GONE = 410


class Settled(NamedTuple):
    delivery: Delivery
    again_ms: int | None  # when to try again
    disabled: Disabled | None


def settled(
    hook: Hook, before: Delivery, attempt: Attempt, pauses: tuple[float, ...] = PAUSES
) -> Settled:
    after = replace(before, attempts=(*before.attempts, attempt))
    if attempt.status is not None and 200 <= attempt.status < 300:
        return Settled(replace(after, status="delivered"), None, None)
    given_up = replace(after, status="given_up")
    if attempt.status == GONE:
        return Settled(given_up, None, _disabled(attempt, "Your server responded with 410 Gone."))
    if len(after.attempts) <= len(pauses):
        return Settled(after, _spread(after, pauses[len(after.attempts) - 1]), None)
    if hook.succeeded is not None and hook.succeeded >= millis(after.attempts[0].at):
        return Settled(given_up, None, None)  # other deliveries succeeded meanwhile
    why = f"All {len(after.attempts)} attempts of a delivery failed: {_said(attempt)}"
    return Settled(given_up, None, _disabled(attempt, why))


def dropped(before: Delivery) -> Settled:
    """Give up a delivery whose webhook is disabled."""
    return Settled(replace(before, status="given_up"), None, None)


def _disabled(attempt: Attempt, why: str) -> Disabled:
    """Disable for good: deliveries resume only with a new webhook."""
    return Disabled(
        attempt.at, f"{why} Delete this webhook and create another to get notices again."
    )


def _said(attempt: Attempt) -> str:
    return attempt.error or f"the last response was {attempt.status}."


def _spread(delivery: Delivery, seconds: float) -> int:
    """Return the pause in ms, up to a tenth longer by delivery, so that not all come at once."""
    part = sha256(f"{delivery.id} {len(delivery.attempts)}".encode()).digest()[0] / 255
    return round(seconds * (1000 + 100 * part))
