"""Where the load goes: a server on this machine, one's own if none is there."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from openapi.load.own_server import answers, whole_server

DEFAULT_BASE = "http://127.0.0.1:8000"


class NotAllowed(Exception):
    """Load is for servers one owns."""


@contextmanager
def target(base: str | None, owned: bool) -> Iterator[str]:
    """The address to load; a server started here is stopped again."""
    if base is not None:
        if urlsplit(base).scheme not in ("http", "https"):
            raise NotAllowed(f"{base} is no address of a server: http://… or https://…")
        if not owned and not is_loopback(base):
            raise NotAllowed(f"{base} is not on this machine; --i-own-this-server if it is yours")
        yield base
    elif is_served(DEFAULT_BASE):
        yield DEFAULT_BASE
    else:
        with whole_server() as started:
            yield started


def is_loopback(base: str) -> bool:
    host = urlsplit(base).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_served(base: str) -> bool:
    at = urlsplit(base)
    return answers(at.hostname or "", at.port or 80, "/health/ready")
