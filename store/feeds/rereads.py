"""When a consumer reads again what it holds: a read whose reply was lost may be executed later."""

LATE_SECONDS = 5.0  # after a lost reply, in which its read is likely to be executed
PAUSE_SECONDS = 1.0  # between two looks meanwhile


class Rereads:
    def __init__(self, seconds: float) -> None:
        """`seconds` is the time between two looks though no reply was lost."""
        self._seconds = seconds
        self._next = 0.0  # a consumer begins with what it held before it was started
        self._unsure_until = 0.0

    def is_due(self, now: float) -> bool:
        return now >= self._next

    def done(self, now: float) -> None:
        """Note that what the consumer holds was read."""
        self._next = now + (PAUSE_SECONDS if now < self._unsure_until else self._seconds)

    def lost(self, now: float) -> None:
        """Note that a reply was lost: its read was executed, or will be, or never."""
        self._next, self._unsure_until = now, now + LATE_SECONDS

    def soon(self) -> None:
        """Read again at the next opportunity."""
        self._next = 0.0
