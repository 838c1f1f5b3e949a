"""Names to IP addresses, by DNS only, bounded in time and in number, and without a thread.

`getaddrinfo` blocks a thread for as long as the slowest name server likes. The hosts file and
search domains are not used: they name machines of this network.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address
from typing import TypeAlias

import dns.asyncresolver
from dns.exception import DNSException

SECONDS = 3.0  # for all questions about one name
AT_ONCE = 32  # names
LOOPBACK = ("127.0.0.1", "::1")

Resolve: TypeAlias = Callable[[str], Awaitable[Sequence[str]]]


class DnsResolver:
    """Asks the name servers of this machine, or the one that is given."""

    def __init__(
        self,
        server: tuple[str, int] | None = None,
        seconds: float = SECONDS,
        at_once: int = AT_ONCE,
    ) -> None:
        self._server, self._seconds = server, seconds
        self._free = asyncio.Semaphore(at_once)

    async def __call__(self, host: str) -> Sequence[str]:
        """Return the addresses of a host; raises OSError, also when that takes too long."""
        if is_address(host):
            return (host,)
        if host == "localhost":  # RFC 6761: never asked for
            return LOOPBACK
        try:
            async with asyncio.timeout(self._seconds), self._free:
                found = await self._configured().resolve_name(
                    host, lifetime=self._seconds, search=False
                )
        except DNSException as failure:
            raise OSError(f"no address for {host!r}: {type(failure).__name__}") from failure
        return list(dict.fromkeys(found.addresses()))

    def _configured(self) -> dns.asyncresolver.Resolver:
        """Return a resolver; the name servers of a machine may change while a process runs."""
        if self._server is None:
            return dns.asyncresolver.Resolver()
        resolver = dns.asyncresolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = [self._server[0]], self._server[1]
        return resolver


def is_address(host: str) -> bool:
    """Return whether a host is an IP address rather than a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
