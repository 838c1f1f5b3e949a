"""The server to load: one on this machine, started here if none is running."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from application.settings import SOCKET_FILE
from openapi.load.address import is_address, is_loopback
from openapi.load.own_server import HOST, answers, whole_server

DEFAULT_BASE = "http://127.0.0.1:8000"


class NotAllowed(Exception):
    """The address is not that of a server the caller may load."""


class Target(NamedTuple):
    """`store` is the URL of the server's store, if it is known."""

    base: str
    store: str | None = None


@contextmanager
def target(base: str | None, owned: bool) -> Iterator[Target]:
    """Yield the server to load; one that is started here is also stopped."""
    if base is not None:
        if not is_address(base):
            raise NotAllowed(f"{base} must be the URL of a server: http://… or https://…")
        if not owned and not is_loopback(base):
            raise NotAllowed(
                f"{base} is not on this machine; add --i-own-this-server if it is yours"
            )
        yield Target(base)
    elif is_served(DEFAULT_BASE):
        yield Target(DEFAULT_BASE)
    else:
        with (
            tempfile.TemporaryDirectory(prefix="ludotheque-load-") as var,
            whole_server(var) as (port, _),
        ):
            socket = (Path(var) / "store" / SOCKET_FILE).read_text()
            yield Target(f"http://{HOST}:{port}", f"unix://{socket}")


def is_served(base: str) -> bool:
    url = urlsplit(base)
    return answers(url.hostname or "", url.port or 80, "/health/ready")
