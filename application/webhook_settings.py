"""Settings of webhooks: where they may lead, and how many deliveries wait."""

from dataclasses import dataclass

from application.setting_fields import setting
from application.setting_values import is_exactly, read_name_server, read_ports, read_whole
from application.webhooks.policy import MOST_WAITING, PORTS, Policy


@dataclass(frozen=True, kw_only=True)
class WebhookSettings:
    webhooks_loopback: bool = setting(
        "LUDOTHEQUE_WEBHOOKS_LOOPBACK",
        False,
        is_exactly("1"),
        "`1` allows webhooks to this machine, for development.",
        "off",
    )
    webhooks_ports: frozenset[int] = setting(
        "LUDOTHEQUE_WEBHOOKS_PORTS",
        PORTS,
        read_ports,
        "The ports that the addresses of webhooks may have.",
        "443,8443",
    )
    webhooks_waiting: int = setting(
        "LUDOTHEQUE_WEBHOOKS_WAITING",
        MOST_WAITING,
        read_whole,
        "How many deliveries of one webhook may wait; one more disables it.",
    )
    webhooks_dns: tuple[str, int] | None = setting(
        "LUDOTHEQUE_WEBHOOKS_DNS",
        None,
        read_name_server,
        "The name server for the hosts of webhooks, `<IP address>:<port>`.",
        "those of the machine",
    )

    @property
    def webhook_policy(self) -> Policy:
        return Policy(self.webhooks_loopback, self.webhooks_ports)
