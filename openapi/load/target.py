"""The server to load: one on this machine, started here if none is running."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from openapi.load.own_server import answers, whole_server

DEFAULT_BASE = "http://127.0.0.1:8000"
LAST_PORT = 65_535


class NotAllowed(Exception):
    """The address is not that of a server the caller may load."""


@contextmanager
def target(base: str | None, owned: bool) -> Iterator[str]:
    """Yield the address to load; a server that is started here is also stopped."""
    if base is not None:
        if not is_address(base):
            raise NotAllowed(f"{base} must be the URL of a server: http://… or https://…")
        if not owned and not is_loopback(base):
            raise NotAllowed(
                f"{base} is not on this machine; add --i-own-this-server if it is yours"
            )
        yield base
    elif is_served(DEFAULT_BASE):
        yield DEFAULT_BASE
    else:
        with whole_server() as started:
            yield started


def is_address(base: str) -> bool:
    try:
        url = httpx.URL(base)
    except httpx.InvalidURL:
        return False
    return url.scheme in ("http", "https") and bool(url.host) and (url.port or 80) <= LAST_PORT


def is_loopback(base: str) -> bool:
    """Whether it is this machine, by IP address; of all names only a true `localhost` counts."""
    host = httpx.URL(base).host
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" and _resolves_to_loopback(host)


def is_served(base: str) -> bool:
    url = httpx.URL(base)
    return answers(url.host, url.port or 80, "/health/ready")


def _resolves_to_loopback(name: str) -> bool:
    try:
        found = socket.getaddrinfo(name, None)
    except OSError:
        return False
    return all(ipaddress.ip_address(address[0]).is_loopback for *_, address in found)
