"""Sends one command to a server on a unix socket, without a client."""

import socket
from pathlib import Path


def probe(path: Path, command: str, seconds: float = 1.0) -> str | None:
    """Return the first line of the reply; None if no server listens or replies."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(seconds)
        try:
            connection.connect(str(path))
            connection.sendall(command.encode() + b"\r\n")
            with connection.makefile("rb") as reply:
                return reply.readline().decode().strip() or None
        except OSError:
            return None
