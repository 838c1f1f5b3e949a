"""Starts programs of this repository in processes that have their modules already.

Python's fork server imports the modules once for all tests of a process, so that a start costs a
fraction of its processor time. `ludotheque serve` starts its processes as users do, without it.
"""

import ctypes
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.support.paths import ROOT

PRELOADED = (
    "__main__",  # of the tests; else every process would import pytest
    *("api.app", "api.asgi.server", "api.services", "litestar.plugins.pydantic", "uvloop"),
    *("workers.cli", "workers.job_worker"),
    *(
        f"workers.composition.{name}"
        for name in ("archivist", "log_writer", "projector", "timers", "webhooks")
    ),
)
SET_PARENT_DEATH_SIGNAL = 1  # of prctl


def start_program(words: Sequence[str], env: Mapping[str, str], output: Path) -> ForkServerProcess:
    """Start what `python -m WORDS` runs, with this environment, and append its output to a file."""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(list(PRELOADED))
    program = forking.Process(target=_run, args=(words, env, output), daemon=True)
    program.start()
    return program


def _run(words: Sequence[str], env: Mapping[str, str], output: Path) -> None:
    """Become the program: it ends with the fork server, however that ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(ROOT)
    log = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for end, place in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(end, place)
    sys.argv = list(words)
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
