"""The processes below a process; a watchdog and a runner that leave none of them behind.

`python process_tree.py watch PID` kills what a process leaves when it ends, however it ends; to its
standard output it writes the most processes and the most memory in MB that there were at a time.
`python process_tree.py run PROGRAM …` runs a program and kills what it leaves, daemons too; its
exit code is LEFT_BEHIND if the program has succeeded and left anything.
It imports nothing of this repository. Elsewhere than on Linux it sees no process below another.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

SET_CHILD_SUBREAPER = 36  # of prctl
LOOK_SECONDS = 0.5  # between two looks of the watchdog
LOOKS_PER_MEASURE = 10  # of memory: reading it takes a millisecond per process
DYING_SECONDS = 10.0  # a killed process may be in the kernel for a while
ENDING_SECONDS = 15.0  # one that was told to end may still be at it
LEFT_BEHIND = 97


class Process(NamedTuple):
    """A living process; another one with its pid has another start."""

    pid: int
    start: str

    @property
    def command(self) -> str:
        with suppress(OSError):
            return Path(f"/proc/{self.pid}/cmdline").read_text().replace("\0", " ")
        return ""

    @property
    def memory(self) -> int:
        """Return its kilobytes; a page that n processes share counts as 1/n of a page."""
        with suppress(OSError):
            lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
            return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return 0

    def alive(self) -> bool:
        return found(self.pid) == self

    def send(self, sign: signal.Signals) -> None:
        if self.alive():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, sign)


def found(pid: int) -> Process | None:
    """Return the process with this pid, unless it has ended."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if after_name[0] in "ZX" else Process(pid, after_name[19])


def living(*pids: int) -> set[Process]:
    """Return the processes with these pids that have not ended."""
    return {process for process in map(found, pids) if process is not None}


def children(pid: int) -> set[Process]:
    """Return the living children of a process, of all its threads."""
    pids: list[str] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                pids += Path(f"/proc/{pid}/task/{thread}/children").read_text().split()
    return living(*map(int, pids))


def tree(roots: Iterable[Process]) -> set[Process]:
    """Return these processes and all below them that are alive."""
    known = {root for root in roots if root.alive()}
    fresh = known
    while fresh:
        fresh = {child for each in fresh for child in children(each.pid)} - known
        known |= fresh
    return known


def kill(roots: Iterable[Process]) -> None:
    """Kill processes and all below them; they are stopped first, so that none starts another."""
    stopped: set[Process] = set()
    while fresh := tree({*roots, *stopped}) - stopped:
        for process in fresh:
            process.send(signal.SIGSTOP)
        stopped |= fresh
    for process in stopped:
        process.send(signal.SIGKILL)
    deadline = time.monotonic() + DYING_SECONDS
    while any(each.alive() for each in stopped) and time.monotonic() < deadline:
        time.sleep(0.01)


def watch(pid: int) -> None:
    """Wait until a process ends and kill everything that was ever below it.

    Those below it name their children on standard input as they start them; these may be younger
    than a look.
    """
    seen: set[Process] = set()
    watched, me = os.pidfd_open(pid), living(os.getpid())
    os.set_blocking(sys.stdin.fileno(), False)
    processes = kilobytes = 0
    for look in count():
        seen = tree({*seen, *_named(), *children(pid)} - me)
        processes = max(processes, 1 + len(seen))
        if look % LOOKS_PER_MEASURE == 0:
            kilobytes = max(kilobytes, sum(each.memory for each in seen | living(pid)))
        os.pwrite(sys.stdout.fileno(), f"{processes} {kilobytes // 1024} ".encode(), 0)
        if select.select([watched], [], [], LOOK_SECONDS)[0]:
            break
    kill(seen | _named())


def _named() -> set[Process]:
    with suppress(BlockingIOError):
        lines = os.read(sys.stdin.fileno(), 1 << 16).decode().splitlines()
        return {Process(int(pid), start) for pid, start in map(str.split, lines)}
    return set()


def run(command: Sequence[str]) -> int:
    """Run a program, adopt what it leaves running, and kill that; return its exit code."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with subprocess.Popen(command) as program:
        code = program.wait()
    deadline = time.monotonic() + (ENDING_SECONDS if code == 0 else 0)
    while (left := children(os.getpid())) and time.monotonic() < deadline:
        time.sleep(0.02)
    if left and code == 0:
        print(f"left behind: {[each.command for each in left]}", flush=True)
        code = LEFT_BEHIND
    kill(left)
    return code


if __name__ == "__main__":
    if sys.argv[1] == "watch":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        watch(int(sys.argv[2]))
    else:
        sys.exit(run(sys.argv[2:]))
