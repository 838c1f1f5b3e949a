"""Addresses of servers: which are valid, and which are those of this machine.

The locustfile uses it in an environment of its own, so it needs the standard library only.
"""

import ipaddress
import re
import socket
from urllib.parse import urlsplit

PLAIN = re.compile(r"[!-~]+")  # no blank, no control character, no other script


def is_address(base: str) -> bool:
    """Return whether this is the URL of a server."""
    try:
        url = urlsplit(base)
        port = url.port
    except ValueError:
        return False
    known = url.scheme in ("http", "https") and bool(url.hostname) and port != 0
    return known and PLAIN.fullmatch(base) is not None


def is_loopback(base: str) -> bool:
    """Whether it is this machine, by IP address; of all names only a true `localhost` counts."""
    host = urlsplit(base).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" and _resolves_to_loopback(host)


def _resolves_to_loopback(name: str) -> bool:
    try:
        found = socket.getaddrinfo(name, None)
    except OSError:
        return False
    return all(ipaddress.ip_address(address[0]).is_loopback for *_, address in found)
