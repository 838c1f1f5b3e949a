"""What follows from an attempt: delivered, tried again later, paused, failed or disabled.

Every delivery is tried again after growing pauses. A webhook that fails several times in a row is
left alone for a while (its circuit is open), then one attempt shows whether it answers again.
"""

from hashlib import sha256

from msgspec.structs import replace

from application.ports.webhooks import Attempt, Delivery, Disabled, Hook, Settled
from application.webhooks.overflow import ENABLE
from domain.kernel.ids import millis

PAUSES = (5, 30, 300, 1_800, 7_200, 18_000, 36_000)  # seconds between attempts: 17 hours in all
OPENS_AFTER = 3  # failures in a row
LONGEST_CIRCUIT = 2  # of the pauses above: 5 minutes
MOST_ATTEMPTS = 20  # kept in the log of a delivery
GONE = 410


def settled(
    hook: Hook, before: Delivery, attempt: Attempt, pauses: tuple[float, ...] = PAUSES
) -> Settled:
    attempts = (*before.attempts, attempt)[-MOST_ATTEMPTS:]
    after = replace(before, attempts=attempts, tries=before.tries + 1)
    if attempt.status is not None and 200 <= attempt.status < 300:
        return Settled(replace(after, status="delivered"))
    since = hook.failing_since or millis(attempt.at)
    failures = hook.failures + 1
    if attempt.status == GONE:
        gone = Disabled(attempt.at, f"The address answered 410 Gone. {ENABLE}")
        return Settled(replace(after, status="failed"), 0, failures, since, disabled=gone)
    again = after.tries <= len(pauses)
    return Settled(
        after if again else replace(after, status="failed"),
        _spread(after, pauses[after.tries - 1]) if again else 0,
        failures,
        since,
        _circuit_ms(failures, pauses),
        _disabled(attempt, failures, since, pauses),
    )


def _circuit_ms(failures: int, pauses: tuple[float, ...]) -> int:
    """Return how long nothing is sent to a webhook after so many failures in a row."""
    if failures < OPENS_AFTER:
        return 0
    longest = min(LONGEST_CIRCUIT, len(pauses) - 1)
    return round(1000 * pauses[min(failures - OPENS_AFTER, longest)])


def _disabled(
    attempt: Attempt, failures: int, since: int, pauses: tuple[float, ...]
) -> Disabled | None:
    """Disable a webhook that has failed for as long as one delivery is tried."""
    if failures <= len(pauses) or millis(attempt.at) - since < 1000 * sum(pauses):
        return None
    said = attempt.error or f"The last answer was {attempt.status}."
    why = f"{failures} attempts in a row have failed. {said} What waits is kept. {ENABLE}"
    return Disabled(attempt.at, why)


def _spread(delivery: Delivery, seconds: float) -> int:
    """Return the pause in ms, up to a tenth longer by delivery, so that not all come at once."""
    part = sha256(f"{delivery.id} {delivery.tries}".encode()).digest()[0] / 255
    return round(seconds * (1000 + 100 * part))
