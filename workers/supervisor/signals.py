"""Signals to the supervisor: the first one stops it, Ctrl-C after that stops it at once."""

import signal
import time
from types import FrameType


class Signals:
    """Flags only: a signal handler must not wait for a lock that its thread may hold."""

    def __init__(self) -> None:
        self.stop = False
        self.now = False
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if sign != signal.SIGHUP or signal.getsignal(sign) != signal.SIG_IGN:  # nohup
                signal.signal(sign, self._receive)

    def wait(self, seconds: float) -> None:
        """Sleep a little; the caller looks at the flags afterwards."""
        time.sleep(seconds)

    def _receive(self, sign: int, frame: FrameType | None) -> None:
        self.now = self.now or (self.stop and sign == signal.SIGINT)
        self.stop = True
