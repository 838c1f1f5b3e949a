"""Permitted addresses of webhooks: public https, checked by name and by resolved IP address."""

import re
from collections.abc import Sequence
from ipaddress import ip_address
from typing import NamedTuple

from application.webhooks.policy import WebhookPolicy
from application.webhooks.resolving import Resolve, is_address
from application.webhooks.special_ranges import is_public

HOST = r"\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?"
PATH = r"/[!$-\[\]-~]*"  # visible ASCII but for " # and \
PATTERN = rf"^https?://(?:{HOST})(?::[0-9]{{1,5}})?(?:{PATH})?\Z"
_URL = re.compile(
    rf"(?P<scheme>https?)://(?P<host>{HOST})(?::(?P<port>[0-9]{{1,5}}))?(?P<path>{PATH})?"
)
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*").fullmatch
LOCAL_DOMAINS = frozenset({"localhost", "local", "internal", "invalid", "onion", "arpa"})


class AddressRefused(Exception):
    """This address is not permitted; the message says why, in one sentence."""


class Target(NamedTuple):
    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return the value of the `Host` header."""
        usual = self.port == {"http": 80, "https": 443}[self.scheme]
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if usual else f"{host}:{self.port}"


def parse_target(url: str) -> Target:
    parts = _URL.fullmatch(url)
    if parts is None:
        raise AddressRefused("The URL must be http(s) without user name and fragment.")
    scheme, port = (
        parts["scheme"],
        int(parts["port"] or {"http": 80, "https": 443}[parts["scheme"]]),
    )
    if not 0 < port < 65536:
        raise AddressRefused("The port must be from 1 to 65535.")
    return Target(scheme, parts["host"].strip("[]").lower(), port, parts["path"] or "/")


async def permitted(
    url: str, policy: WebhookPolicy, resolve: Resolve
) -> tuple[Target, Sequence[str]]:
    """Return the IP addresses of this URL; raises AddressRefused unless all are permitted."""
    target = parse_target(url)
    local = policy.loopback and (target.host == "localhost" or is_address(target.host))
    if not local and not _may_be_public(target.host):
        raise AddressRefused(f"{target.host!r} is not the name of a public host.")
    try:
        addresses = await resolve(target.host)
    except TimeoutError:
        raise AddressRefused(f"The name {target.host!r} was not resolved in time.") from None
    except (OSError, UnicodeError):
        addresses = ()
    if not addresses:
        raise AddressRefused(f"The host name {target.host!r} has no address.")
    if policy.loopback and all(_loopback(address) for address in addresses):
        return target, addresses
    if target.scheme != "https":
        raise AddressRefused("The URL must begin with https.")
    if target.port not in policy.ports:
        allowed = " or ".join(str(port) for port in sorted(policy.ports))
        raise AddressRefused(f"Port {target.port} is not allowed. Use port {allowed}.")
    if not all(is_public(address) for address in addresses):
        raise AddressRefused(f"{target.host!r} is not a public address; webhooks need one.")
    return target, addresses


def _may_be_public(host: str) -> bool:
    """Return whether a host may be public: an address, or a name in a public domain.

    A name whose last part is a number is another spelling of an IPv4 address.
    """
    last = host.rstrip(".").rpartition(".")[2]
    return is_address(host) or ("." in host and last not in LOCAL_DOMAINS and not _NUMBER(last))


def _loopback(address: str) -> bool:
    return ip_address(address.partition("%")[0]).is_loopback
