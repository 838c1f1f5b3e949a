"""The server to load: one on this machine, started here if none is running."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from openapi.load.address import is_address, is_loopback
from openapi.load.own_server import HOST, answers, whole_server

DEFAULT_BASE = "http://127.0.0.1:8000"


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
        with whole_server() as (port, _):
            yield f"http://{HOST}:{port}"


def is_served(base: str) -> bool:
    url = urlsplit(base)
    return answers(url.hostname or "", url.port or 80, "/health/ready")
