"""The bytes of Server-Sent Events: an event has its version as its id, all else has none.

So whoever comes back with the last id it has seen gets every event after it, and none twice.
"""

BEGINNING = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"Authorization"),
    (b"x-accel-buffering", b"no"),  # a proxy must not keep it
]


def event(version: int, content: bytes) -> bytes:
    """What happened; browsers hand it to `onmessage`."""
    return b"id: %d\ndata: %s\n\n" % (version, content)


def named(name: str, content: bytes) -> bytes:
    """Anything else, for `addEventListener(name, …)`; it does not move the place in history."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), content)
