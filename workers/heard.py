"""The signals a supervisor listens to: the first means stop, Ctrl-C after that means now."""

import signal
import threading
from types import FrameType


class Heard:
    def __init__(self) -> None:
        self.stop = False
        self.now = False
        self._wake = threading.Event()
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if sign != signal.SIGHUP or signal.getsignal(sign) != signal.SIG_IGN:  # nohup
                signal.signal(sign, self._hear)

    def wait(self, seconds: float) -> None:
        """Sleep, but wake up when something is heard."""
        self._wake.wait(seconds)
        self._wake.clear()

    def _hear(self, sign: int, frame: FrameType | None) -> None:
        self.now = self.now or (self.stop and sign == signal.SIGINT)
        self.stop = True
        self._wake.set()
