"""A client that opens a stream and does not read it."""

import socket

import httpx

from tests.support.network.sse import Frame, frames
from tests.support.servers.processes import PATIENCE
from tests.support.tables.http_table import HttpTable, open_table

COMINGS = 400


def eventful_table(http: httpx.Client) -> HttpTable:
    """Return a table with more events than buffers hold: a player leaves and returns many times."""
    table = open_table(http)
    guest = table.people[2]
    for _ in range(COMINGS):
        assert guest.delete(f"{table.path}/seats/2").status_code == 204
        assert guest.post(f"{table.path}/seats", {"luck": "c" * 64}).status_code == 201
    return table


class SlowReader:
    """A client with the smallest buffers, which sends a request and then does not read."""

    def __init__(self, port: int, table: HttpTable) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(("127.0.0.1", port))
        ask = f"GET {table.path}/events/stream?lang=en HTTP/1.1\r\nHost: x\r\n\r\n"
        self._socket.sendall(ask.encode())

    def wake(self) -> list[Frame]:
        """Read everything and return the complete frames."""
        said = b""
        with self._socket:
            while more := self._socket.recv(65536):
                said += more
        text = said.partition(b"\r\n\r\n")[2]
        return frames(_dechunked(text).decode().rpartition("\n\n")[0])

    def close(self) -> None:
        self._socket.close()


def _dechunked(raw: bytes) -> bytes:
    whole = b""
    while raw:
        size, _, raw = raw.partition(b"\r\n")
        length = int(size, 16)
        whole, raw = whole + raw[:length], raw[length + 2 :]
    return whole
