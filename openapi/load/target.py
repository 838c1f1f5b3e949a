"""Where the load goes: a server on this machine, one's own if none is there."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from openapi.load.own_server import answers, whole_server

DEFAULT_BASE = "http://127.0.0.1:8000"
LAST_PORT = 65_535


class NotAllowed(Exception):
    """Load is for servers one owns."""


@contextmanager
def target(base: str | None, owned: bool) -> Iterator[str]:
    """The address to load; a server started here is stopped again."""
    if base is not None:
        if not is_address(base):
            raise NotAllowed(f"{base} is no address of a server: http://… or https://…")
        if not owned and not is_loopback(base):
            raise NotAllowed(f"{base} is not on this machine; --i-own-this-server if it is yours")
        yield base
    elif is_served(DEFAULT_BASE):
        yield DEFAULT_BASE
    else:
        with whole_server() as started:
            yield started


def is_address(base: str) -> bool:
    try:
        at = httpx.URL(base)
    except httpx.InvalidURL:
        return False
    return at.scheme in ("http", "https") and bool(at.host) and (at.port or 80) <= LAST_PORT


def is_loopback(base: str) -> bool:
    """By number. Names lead anywhere, and next time elsewhere: one is believed, if it is true."""
    host = httpx.URL(base).host
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" and _leads_here(host)


def is_served(base: str) -> bool:
    at = httpx.URL(base)
    return answers(at.host, at.port or 80, "/health/ready")


def _leads_here(name: str) -> bool:
    try:
        found = socket.getaddrinfo(name, None)
    except OSError:
        return False
    return all(ipaddress.ip_address(address[0]).is_loopback for *_, address in found)
