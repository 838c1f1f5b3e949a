"""One process under the supervisor: ends with its parent, and is restarted if it ends alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from application.backoff import Backoff
from application.child_process import bound_to_parent

FIRST_DELAY, LONGEST_DELAY = 0.2, 10.0
SETTLED_SECONDS = 30.0  # a process that ran so long has not just failed to start


class ChildProcess:
    def __init__(self, name: str, arguments: list[str], report: Callable[[str], None]) -> None:
        self.name = name
        self._backoff = Backoff(FIRST_DELAY, LONGEST_DELAY)
        self._arguments = arguments
        self._report = report
        self.failed_starts = 0  # since it last ran for a while
        self._running: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._restart_at = 0.0

    @property
    def pid(self) -> int | None:
        return None if self._running is None else self._running.pid

    def start(self, env: Mapping[str, str]) -> None:
        self._running = subprocess.Popen(  # noqa: S603 - our own modules
            bound_to_parent(sys.executable, "-m", *self._arguments),
            env=env,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the supervisor, which knows the order
        )
        self._began = time.monotonic()

    def restart_if_ended(self, env: Mapping[str, str]) -> bool:
        """Restart the process if it has ended, not too often; return whether it was started."""
        now = time.monotonic()
        if self._running is None:
            if now < self._restart_at:
                return False
            self.start(env)
            return True
        code = self._running.poll()
        if code is None:
            if now - self._began > SETTLED_SECONDS:
                self.failed_starts = 0
                self._backoff.reset()
            return False
        self._running = None
        delay = self._backoff.next()
        self.failed_starts += 1
        self._restart_at = now + delay
        self._report(f"{self.name} {how_it_ended(code)}; restarting it in {delay:g} s")
        return False

    def has_ended(self) -> bool:
        return self._running is None or self._running.poll() is not None

    def terminate(self) -> None:
        if self._running is not None:
            with suppress(ProcessLookupError):
                self._running.terminate()

    def kill(self) -> None:
        """Kill the process with everything in its process group."""
        if self._running is not None and not self.has_ended():
            with suppress(ProcessLookupError):
                os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait()


def how_it_ended(code: int) -> str:
    return f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with code {code}"
