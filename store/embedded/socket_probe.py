"""Sends one command to a server on a unix socket, without a client."""

import socket
from pathlib import Path


def probe(path: Path, command: str, seconds: float = 1.0) -> str | None:
    """Return the reply, of a simple type or a bulk string; None if no server listens or replies."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(seconds)
        try:
            connection.connect(str(path))
            connection.sendall(command.encode() + b"\r\n")
            with connection.makefile("rb") as reply:
                first = reply.readline().decode().strip()
                if first.startswith("$") and first != "$-1":
                    return reply.read(int(first[1:])).decode()
                return first or None
        except OSError:
            return None


def info(path: Path, section: str, seconds: float = 1.0) -> dict[str, str]:
    """Return the facts of a section of INFO; none if the server does not reply."""
    lines = (probe(path, f"INFO {section}", seconds) or "").splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)
