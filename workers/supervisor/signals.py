"""The signals a supervisor listens to: the first means stop, Ctrl-C after that means now."""

import signal
import time
from types import FrameType


class Heard:
    """Flags only: a signal handler must not wait for a lock its own thread may hold."""

    def __init__(self) -> None:
        self.stop = False
        self.now = False
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if sign != signal.SIGHUP or signal.getsignal(sign) != signal.SIG_IGN:  # nohup
                signal.signal(sign, self._hear)

    def wait(self, seconds: float) -> None:
        """Sleep a little; whoever calls this looks at the flags afterwards."""
        time.sleep(seconds)

    def _hear(self, sign: int, frame: FrameType | None) -> None:
        self.now = self.now or (self.stop and sign == signal.SIGINT)
        self.stop = True
