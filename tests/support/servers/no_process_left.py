"""A pytest plugin: no process outlives the tests that started it.

After the last test of a file the processes are killed that the file has started and not ended; if
its tests have passed, the last one fails then. What fixtures of the session or of a folder have
started is killed by a watchdog when pytest ends or is killed.
"""

import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from typing import Any

import pytest

from tests.support.servers import process_tree
from tests.support.servers.polling import until
from tests.support.servers.process_tree import Process, children, kill, living

WATCHED = sys.platform == "linux"
WATCHDOG = pytest.StashKey["Watchdog"]()
_lasting: set[Process] = set()  # those that live longer than the file that starts them
_failed: set[str] = set()  # files with tests that did not pass


def started() -> set[Process]:
    """Return the processes that this one has started, itself or by the fork server of Python."""
    fork_server = getattr(forkserver._forkserver, "_forkserver_pid", None)
    tracker = getattr(resource_tracker._resource_tracker, "_pid", None)
    forked = set[Process]() if fork_server is None else children(fork_server)
    return (children(os.getpid()) | forked) - living(*filter(None, (fork_server, tracker)))


@contextmanager
def lasting() -> Iterator[None]:
    """Let the processes that are started in this block outlive the file of the test."""
    before = started()
    try:
        yield
    finally:
        _lasting.update(started() - before)


class Watchdog:
    """Kills what this process has left when it ends, however it ends."""

    def __init__(self) -> None:
        inside, self._to_it = os.pipe()
        words = [sys.executable, "-I", "-S", process_tree.__file__, "watch", str(os.getpid())]
        duplicate = [(os.POSIX_SPAWN_DUP2, inside, 0)]
        with lasting():
            os.posix_spawn(words[0], words, {}, file_actions=duplicate, setsid=True)
        os.close(inside)
        self._start = subprocess.Popen.__init__

    def begin(self) -> None:
        """Let it know every process that is started from now on at once."""

        def start_and_name(popen: subprocess.Popen[Any], *words: Any, **options: Any) -> None:
            self._start(popen, *words, **options)
            for process in living(popen.pid):
                os.write(self._to_it, f"{process.pid} {process.start}\n".encode())

        setattr(subprocess.Popen, "__init__", start_and_name)  # noqa: B010

    def end(self) -> None:
        setattr(subprocess.Popen, "__init__", self._start)  # noqa: B010
        os.close(self._to_it)


def left() -> set[Process]:
    """Return the processes that the tests of a file have left behind."""
    return started() - _lasting


if WATCHED:

    def pytest_configure(config: pytest.Config) -> None:
        config.stash[WATCHDOG] = Watchdog()
        config.stash[WATCHDOG].begin()

    def pytest_unconfigure(config: pytest.Config) -> None:
        config.stash[WATCHDOG].end()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        fixturedef: pytest.FixtureDef[Any],
    ) -> Generator[None, object, object]:
        if fixturedef.scope not in ("session", "package"):
            return (yield)
        with lasting():
            return (yield)

    def pytest_runtest_logreport(report: pytest.TestReport) -> None:
        if report.failed:
            _failed.add(report.nodeid.partition("::")[0])

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(
        item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        try:
            return (yield)
        finally:
            if nextitem is None or nextitem.path != item.path:
                _end_the_processes_of(item.nodeid.partition("::")[0])


def _end_the_processes_of(file: str) -> None:
    try:
        if file not in _failed and left():
            until(lambda: not left())  # a process that was told to end needs a moment
    except TimeoutError:
        pytest.fail(f"left behind: {[each.command for each in left()]}")
    finally:
        kill(left())
