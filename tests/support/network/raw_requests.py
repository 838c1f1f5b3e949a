"""Raw bytes to a server, its raw answers, and the memory and the work of its process."""

import os
import re
import socket
from pathlib import Path

import msgspec

from tests.support.servers.processes import PATIENCE, Api

SMALLEST_BUFFER = 1  # the system takes the smallest it knows


def connect(api: Api, buffer: int | None = None) -> socket.socket:
    """Return a connection; `buffer` bounds what the system reads ahead for the client."""
    line = socket.socket()
    if buffer is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", api.port))
    return line


def talk(api: Api, *parts: bytes) -> bytes:
    """Return everything that is answered until the server hangs up."""
    with connect(api) as line:
        try:
            for part in parts:
                line.sendall(part)
        except ConnectionError:
            pass  # it hung up before it had read everything
        return read_all(line)


def read_all(line: socket.socket) -> bytes:
    heard = b""
    try:
        while more := line.recv(65536):
            heard += more
    except ConnectionError:
        pass  # it was cut
    return heard


def statuses(answers: bytes) -> list[int]:
    """Return the status of every answer."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answers)]


def one_problem(answer: bytes) -> dict[str, object]:
    """Return the problem that is the only answer, after which the connection ends."""
    assert len(statuses(answer)) == 1, answer
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    assert b"content-type: application/problem+json" in lines
    assert b"connection: close" in lines
    assert b"content-length: %d" % len(body) in lines
    problem: dict[str, object] = msgspec.json.decode(body)
    assert answer.startswith(f"HTTP/1.1 {problem['status']} ".encode())
    assert {"type", "title", "status", "detail"} <= problem.keys()
    return problem


def resident_megabytes(pid: int) -> float:
    """Return the memory of a process."""
    return _resident_kilobytes(pid) / 1024


def processor_seconds(pid: int) -> float:
    """Return how long a process has computed; another program cannot make it more."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def _resident_kilobytes(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
