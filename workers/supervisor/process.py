"""One process under the supervisor: ends with its parent, and is restarted if it ends alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from application.lib.backoff import Backoff
from application.ops.child_process import bound_to_parent, how_it_ended

Report: TypeAlias = Callable[[str], None]
FIRST_DELAY, LONGEST_DELAY = 0.2, 2.0  # seconds; deadlines must not wait longer for their worker
SAFE_PATH = ("-P",)  # the working directory is not searched: it may have a folder named `api`
WELL_SECONDS = 5.0  # a process that ran so long has started well


class ChildProcess:
    """Runs a module of ours, or another program if its full path is given."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        report: Report,
        *,
        program: str | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        ours = (sys.executable, *SAFE_PATH, "-m")
        self._command = [*(ours if program is None else (program,)), *arguments]
        self._extra = environment or {}
        self._backoff = Backoff(FIRST_DELAY, LONGEST_DELAY)
        self._report = report
        self._running: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._restart_at = 0.0
        self.refuses_settings = False  # it has said why

    @property
    def pid(self) -> int | None:
        return None if self._running is None else self._running.pid

    def start(self, env: Mapping[str, str]) -> None:
        """Start the process; if the system has no room for it, `restart_if_ended` tries again."""
        self._began = time.monotonic()
        try:
            self._running = subprocess.Popen(  # noqa: S603 - our own modules, or HAProxy
                bound_to_parent(*self._command),
                env={**env, **self._extra},
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the supervisor, which knows the order
            )
        except OSError as why:
            delay = self._backoff.next()
            self._restart_at = self._began + delay
            self._report(f"{self.name} cannot be started: {why}; next attempt in {delay:g} s")

    def restart_if_ended(self, env: Mapping[str, str]) -> bool:
        """Restart the process if it has ended, not too often; return whether it was started."""
        now = time.monotonic()
        if self._running is None:
            if now < self._restart_at:
                return False
            self.start(env)
            return self._running is not None
        code = self._running.poll()
        if code is None:
            return False
        self._running = None
        self.refuses_settings = code == os.EX_CONFIG
        delay = self._delay(now - self._began)
        self._restart_at = now + delay
        self._report(f"{self.name} {how_it_ended(code)}; restarting it in {delay:g} s")
        return False

    def _delay(self, ran: float) -> float:
        """Return the pause before a restart: none for a process that ran well."""
        if ran < WELL_SECONDS:
            return self._backoff.next()
        self._backoff.reset()
        return 0.0

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
