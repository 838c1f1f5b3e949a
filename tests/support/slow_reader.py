"""Somebody who opens a stream and does not read it."""

import socket

import httpx

from tests.support.http_table import HttpTable, open_table
from tests.support.sse import Frame, frames

COMINGS = 250


def eventful_table(http: httpx.Client) -> HttpTable:
    """A table of which there is far more to tell than buffers hold: somebody comes and goes."""
    table = open_table(http)
    guest = table.people[2]
    for _ in range(COMINGS):
        assert guest.delete(f"{table.path}/seats/2").status_code == 200
        assert guest.post(f"{table.path}/seats", {"entropy": "🐌" * 128}).status_code == 201
    return table


class SlowReader:
    """A client with the smallest of buffers that asks and then does not read."""

    def __init__(self, port: int, table: HttpTable) -> None:
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self._line.settimeout(30)
        self._line.connect(("127.0.0.1", port))
        ask = f"GET {table.path}/events/stream?lang=en HTTP/1.1\r\nHost: x\r\n\r\n"
        self._line.sendall(ask.encode())

    def wake(self) -> list[Frame]:
        """Read all there is; half a frame at the end is none."""
        said = b""
        with self._line:
            while more := self._line.recv(65536):
                said += more
        text = said.partition(b"\r\n\r\n")[2]
        return frames(_dechunked(text).decode().rpartition("\n\n")[0])

    def close(self) -> None:
        self._line.close()


def _dechunked(raw: bytes) -> bytes:
    whole = b""
    while raw:
        size, _, raw = raw.partition(b"\r\n")
        length = int(size, 16)
        whole, raw = whole + raw[:length], raw[length + 2 :]
    return whole
