"""Bounds what all connections together make the process hold."""

from typing import Any

from api.asgi import metrics


class HeldBytes:
    """Unread answers and waiting input; over the bound, the oldest holders are dropped.

    A connection appears here only when it holds more than its fixed share (`HIGH_WATER`).
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._sizes: dict[Any, int] = {}  # by connection, oldest first
        self.total = 0

    def update(self, connection: Any, size: int) -> None:
        """Set how much a connection holds; 0 when it holds nothing any more."""
        self.total += size - self._sizes.get(connection, 0)
        if size:
            self._sizes[connection] = size
        else:
            self._sizes.pop(connection, None)
        while self.total > self._most:
            self._drop(next(iter(self._sizes)))

    def _drop(self, connection: Any) -> None:
        self.total -= self._sizes.pop(connection)
        metrics.dropped.labels("held").inc()
        # Not at once: this may be called in the middle of a write to it.
        connection.loop.call_soon(connection.transport.abort)
