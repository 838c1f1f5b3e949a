"""The bytes of Server-Sent Events.

Only what a stream is about has an id, such as an event its version: a client that reconnects with
the last id gets everything after it.
"""

from collections.abc import Sequence

KEEP_ALIVE = b": still here\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"Authorization"),
    (b"x-accel-buffering", b"no"),  # proxies must not buffer it
]


def beginning(last_id: int | str) -> bytes:
    """Return the first bytes: a frame without data, which only sets the last id of a reader.

    A browser that loses the connection before the first event can then resume, too.
    """
    return b"retry: 1000\n" + position(last_id)


def position(last_id: int | str) -> bytes:
    """Return a frame without data, which only sets the last id of a reader."""
    return b"id: %s\n\n" % str(last_id).encode()


def batch(lines: Sequence[bytes], last_id: str) -> bytes:
    """Return the frames of events that share an id: only the last one has it.

    A reader that gets a part of them resumes before the first.
    """
    frames = b"".join(b"data: %s\n\n" % line for line in lines[:-1])
    return b"%sid: %s\ndata: %s\n\n" % (frames, last_id.encode(), lines[-1])


def event(id_: int | str, content: bytes) -> bytes:
    """Return the frame of an event; browsers pass it to `onmessage`."""
    return b"id: %s\ndata: %s\n\n" % (str(id_).encode(), content)


def named(name: str, content: bytes) -> bytes:
    """Return any other frame, for `addEventListener(name, …)`; the last id stays the same."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), content)
