"""Starts programs of this repository in processes that have their modules already.

Python's fork server imports the modules once for all tests of a process, so that a start costs a
fraction of its processor time. The programs are the real ones; Python does not start anew for them.
"""

import ctypes
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.paths import ROOT

PRELOADED = (
    "__main__",  # of the tests; else every process would import pytest
    *("litestar.plugins.pydantic", "uvloop"),
    *("workers.cli", "workers.job_worker", "workers.server", "workers.supervisor.supervisor"),
)
SET_PARENT_DEATH_SIGNAL = 1  # of prctl


class ForkedProgram:
    """What `python -m WORDS` runs; as much of `Popen` as tests use. Its output goes to a file."""

    def __init__(self, words: Sequence[str], env: Mapping[str, str], output: Path) -> None:
        forking = multiprocessing.get_context("forkserver")
        forking.set_forkserver_preload(list(PRELOADED))
        self._process = forking.Process(target=_begin, args=(words, env, output), daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return self._process.exitcode

    def send_signal(self, sign: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, sign)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def become(words: Sequence[str], env: Mapping[str, str]) -> None:
    """Run what `python -m WORDS` runs in this process; it ends with its parent."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    os.setsid()  # Ctrl-C is for the tests
    os.environ.clear()
    os.environ.update(env)
    sys.argv = list(words)
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


def _begin(words: Sequence[str], env: Mapping[str, str], output: Path) -> None:
    os.chdir(ROOT)
    log = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for end, place in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(end, place)
    become(words, env)
