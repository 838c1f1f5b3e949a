"""Permitted addresses of webhooks: public https, checked by name and by resolved IP address."""

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple, TypeAlias

HOST = r"\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?"
PATH = r"/[!$-\[\]-~]*"  # visible ASCII but for " # and \
PATTERN = rf"^https?://(?:{HOST})(?::[0-9]{{1,5}})?(?:{PATH})?\Z"
_URL = re.compile(
    rf"(?P<scheme>https?)://(?P<host>{HOST})(?::(?P<port>[0-9]{{1,5}}))?(?P<path>{PATH})?"
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
RESOLVE_SECONDS = 3.0

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]


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


async def permitted(url: str, loopback: bool, resolve: Resolve) -> tuple[Target, Sequence[str]]:
    """Return the IP addresses of this URL; raises AddressRefused unless all are permitted."""
    target = parse_target(url)
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            addresses = await resolve(target.host, target.port)
    except (OSError, UnicodeError):  # TimeoutError is an OSError
        addresses = ()
    if not addresses:
        raise AddressRefused(f"The host name {target.host!r} has no address.")
    if loopback and all(_loopback(address) for address in addresses):
        return target, addresses
    if target.scheme != "https":
        raise AddressRefused("The URL must begin with https.")
    if not all(public(address) for address in addresses):
        raise AddressRefused(f"{target.host!r} is not a public address; webhooks need one.")
    return target, addresses


async def resolve_host(host: str, port: int) -> Sequence[str]:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def public(address: str) -> bool:
    """Return whether an IP address is neither this machine nor its network, nor leads to them."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and (ip not in _GLOBAL_UNICAST or ip.sixtofour is not None):
        return False
    return ip.is_global and not ip.is_multicast


def _loopback(address: str) -> bool:
    return ip_address(address.partition("%")[0]).is_loopback
