"""A client of Server-Sent Events; a thread reads the frames."""

import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.support.players.callers import Caller
from tests.support.servers.processes import PATIENCE, until


@dataclass
class Frame:
    """The fields between two empty lines."""

    event: str = "message"
    id: str | None = None
    data: list[str] = field(default_factory=list)
    comment: str | None = None
    resume_from: str | None = None  # the id of a frame without data: only readers keep it

    @property
    def json(self) -> Any:
        return json.loads("\n".join(self.data))


def frames(text: str) -> list[Frame]:
    return [frame(part.split("\n")) for part in text.split("\n\n") if part]


def frame(lines: list[str]) -> Frame:
    """Parse the lines of a frame as the standard says."""
    read = Frame()
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "":
            read.comment = value
        elif name == "data":
            read.data.append(value)
        elif name in ("event", "id"):
            setattr(read, name, value)
    if not read.data:
        read.id, read.resume_from = None, read.id
    return read


class EventStream:
    """One open stream."""

    def __init__(self, caller: Caller, path: str, headers: dict[str, str], query: Any) -> None:
        base = urlsplit(str(caller.http.base_url))
        self._connection = http.client.HTTPConnection(
            str(base.hostname), base.port, timeout=PATIENCE
        )
        if caller.token is not None:
            headers = {"Authorization": f"Bearer {caller.token}", **headers}
        self._path, self._headers = f"{path}?{urlencode(query)}", headers
        self._open()
        self.frames: list[Frame] = []
        self.over = threading.Event()
        self._thread = threading.Thread(target=self._read_all, daemon=True)
        self._thread.start()

    def _open(self) -> None:
        self._connection.request("GET", self._path, headers=self._headers)
        self.answer = self._connection.getresponse()

    def _read_all(self) -> None:
        """Read; go on like a browser where a process that stood still has ended its streams."""
        with suppress(OSError, http.client.HTTPException):
            self._read()
            while self.frames and (last := self.frames[-1]).event == "bye":
                if last.json["reason"] != "lagging" or "last_event_id" not in last.json:
                    break
                self._headers["Last-Event-ID"] = last.json["last_event_id"]
                self._open()
                self._read()
        self.over.set()

    def _read(self) -> None:
        lines: list[str] = []
        with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
            while raw := self.answer.readline():
                line = raw.decode().rstrip("\n")
                if line:
                    lines.append(line)
                else:
                    self.frames.append(frame(lines))
                    lines = []

    def events(self) -> list[Any]:
        return [each.json for each in list(self.frames) if each.id is not None]

    def named(self, name: str) -> list[Any]:
        return [each.json for each in list(self.frames) if each.event == name and each.data]

    def last_id(self) -> int:
        return max((int(each.id) for each in list(self.frames) if each.id), default=0)

    def wait_for(self, what: Callable[["EventStream"], Any]) -> Any:
        """Return the first true value; a stream that ends or stays silent shows its frames."""
        try:
            return until(lambda: what(self) or (self.over.is_set() and self._ended(what)))
        except TimeoutError as late:
            raise AssertionError(f"{late}; last frames: {self.frames[-5:]}") from None

    def _ended(self, what: Callable[["EventStream"], Any]) -> Any:
        found = what(self)
        assert found, f"the stream has ended; last frames: {self.frames[-5:]}"
        return found

    def bye(self) -> Any:
        """Wait for the end of the stream and return its last frame."""
        assert self.over.wait(PATIENCE)
        assert self.frames[-1].event == "bye"
        return self.frames[-1].json

    def close(self) -> None:
        with suppress(OSError, AttributeError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._connection.close()
        self._thread.join(PATIENCE)


@contextmanager
def open_stream(
    caller: Caller, table: str, headers: dict[str, str] | None = None, **query: Any
) -> Iterator[EventStream]:
    """Open a stream of this table (`/v1/tables/…`) for at most ten minutes."""
    stream = EventStream(
        caller, f"{table}/events/stream", headers or {}, {"max_seconds": 600, **query}
    )
    try:
        yield stream
    finally:
        stream.close()


def read_stream(caller: Caller, table: str, **query: Any) -> list[Frame]:
    """Return the frames of a stream that ends with the events that exist."""
    headers = query.pop("headers", None)
    answer = caller.get(
        f"{table}/events/stream", params={"max_seconds": 0, **query}, headers=headers
    )
    assert answer.status_code == 200, answer.text
    return frames(answer.text)
