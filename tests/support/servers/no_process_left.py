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
from tests.support.servers.process_tree import Process, children, kill, living
from tests.support.servers.processes import until

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
    """Kills what this process has left when it ends, however it ends, and measures it meanwhile."""

    def __init__(self) -> None:
        inside, self._to_it = os.pipe()
        self._measured = os.memfd_create("measured")
        words = [sys.executable, "-I", "-S", process_tree.__file__, "watch", str(os.getpid())]
        files = [(os.POSIX_SPAWN_DUP2, inside, 0), (os.POSIX_SPAWN_DUP2, self._measured, 1)]
        with lasting():
            os.posix_spawn(words[0], words, {}, file_actions=files, setsid=True)
        os.close(inside)

    @property
    def address(self) -> str:
        """Return the file in which a process below this one names what it starts."""
        return f"/proc/{os.getpid()}/fd/{self._to_it}"

    def most(self) -> tuple[int, int]:
        """Return the most processes, and MB of memory, of this one and all below it at a time."""
        processes, megabytes = until(lambda: os.pread(self._measured, 99, 0)).split()
        return int(processes), int(megabytes)


def name_to(address: str) -> None:
    """Let a watchdog know at once every process that this one starts from now on."""
    to_it, start = os.open(address, os.O_WRONLY), subprocess.Popen.__init__

    def start_and_name(popen: subprocess.Popen[Any], *words: Any, **options: Any) -> None:
        start(popen, *words, **options)
        for process in living(popen.pid):
            os.write(to_it, f"{process.pid} {process.start}\n".encode())

    setattr(subprocess.Popen, "__init__", start_and_name)  # noqa: B010


def left() -> set[Process]:
    """Return the processes that the tests of a file have left behind."""
    return started() - _lasting


if WATCHED:

    def pytest_configure(config: pytest.Config) -> None:
        """Start a watchdog, which the processes of xdist use, too."""
        address = getattr(config, "workerinput", {}).get("watchdog")
        if address is None:
            config.stash[WATCHDOG] = Watchdog()
            address = config.stash[WATCHDOG].address
        name_to(address)

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(node: Any) -> None:
        node.workerinput["watchdog"] = node.config.stash[WATCHDOG].address

    def pytest_terminal_summary(
        terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        processes, megabytes = config.stash[WATCHDOG].most()
        terminalreporter.write_line(f"at most {processes} processes and {megabytes} MB at a time")

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
