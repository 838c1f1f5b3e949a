"""One process under the supervisor: dies with its parent, and comes back if it dies alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from store.embedded.server import LAUNCH

FIRST_DELAY, LONGEST_DELAY = 0.2, 10.0
SETTLED_SECONDS = 30.0  # whoever has lived that long has not just failed to start


class Child:
    def __init__(self, name: str, arguments: list[str], say: Callable[[str], None]) -> None:
        self.name = name
        self.deaths = 0  # since it was last settled
        self._arguments = arguments
        self._say = say
        self._running: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._again_at = 0.0

    @property
    def pid(self) -> int | None:
        return None if self._running is None else self._running.pid

    def start(self, env: Mapping[str, str]) -> None:
        launch = [sys.executable, "-I", "-S", "-c", LAUNCH, str(os.getpid())]
        self._running = subprocess.Popen(  # noqa: S603 - our own modules
            [*launch, sys.executable, "-m", *self._arguments],
            env=env,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the supervisor, who knows the order
        )
        self._began = time.monotonic()

    def tend(self, env: Mapping[str, str]) -> bool:
        """Start it again if it has died, not too often; tells whether it was started."""
        now = time.monotonic()
        if self._running is None:
            if now < self._again_at:
                return False
            self.start(env)
            return True
        code = self._running.poll()
        if code is None:
            if now - self._began > SETTLED_SECONDS:
                self.deaths = 0
            return False
        self._running = None
        delay = min(FIRST_DELAY * 2**self.deaths, LONGEST_DELAY)
        self.deaths += 1
        self._again_at = now + delay
        self._say(f"{self.name} {ending(code)}; starting it again in {delay:g} s")
        return False

    def ended(self) -> bool:
        return self._running is None or self._running.poll() is not None

    def ask_to_stop(self) -> None:
        if self._running is not None:
            with suppress(ProcessLookupError):
                self._running.terminate()

    def kill(self) -> None:
        """With everything in its process group."""
        if self._running is not None and not self.ended():
            with suppress(ProcessLookupError):
                os.killpg(self._running.pid, signal.SIGKILL)
            self._running.wait()


def ending(code: int) -> str:
    return f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with code {code}"
