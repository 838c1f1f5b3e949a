"""A queue that is full: the delivery that does not fit is logged, and the webhook is disabled."""

from msgspec.structs import replace

from application.ports.webhooks import Delivery, Disabled, Overflow

ENABLE = "Enable the webhook when your address answers again."


def overflow(delivery: Delivery, most: int) -> Overflow:
    """Return what is stored when `most` deliveries wait and one more comes."""
    reason = f"{most} deliveries waited already, so this one was not queued."
    failed = replace(delivery, status="failed", reason=reason)
    why = f"{most} deliveries wait, and no more are queued. They are kept. {ENABLE}"
    return Overflow(failed, Disabled(delivery.at, why))
