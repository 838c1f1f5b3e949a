"""What this server permits to webhooks; settings change it."""

from typing import NamedTuple

PORTS = frozenset({443, 8443})
MOST_WAITING = 500  # deliveries of one webhook


class WebhookPolicy(NamedTuple):
    """Which addresses are permitted."""

    loopback: bool = False  # also this machine, with http and any port, for development
    ports: frozenset[int] = PORTS
