"""One question to a server on a unix socket, without a client."""

import socket
from pathlib import Path


def probe(path: Path, question: str, seconds: float = 1.0) -> str | None:
    """The first line of the answer, None if there is nobody or no answer."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(seconds)
        try:
            line.connect(str(path))
            line.sendall(question.encode() + b"\r\n")
            with line.makefile("rb") as lines:
                return lines.readline().decode().strip() or None
        except OSError:
            return None
