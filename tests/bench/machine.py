"""How busy the machine is with other programs: figures of a busy machine are not to be trusted.

All processes that the bench has started count as its own, with those that have ended since.
"""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

QUIET = 0.05  # share of all cores that other programs may use before a figure is doubtful
PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
IDLE, WAITING, STEAL = 3, 4, 7  # places in the first line of /proc/stat
PARENT, SPENT = 1, slice(11, 15)  # places in /proc/<pid>/stat, after the name of the program


class Reading(NamedTuple):
    """Seconds of all cores since the start of the machine."""

    total: float
    idle: float
    own: float


class Usage(NamedTuple):
    """Shares of all cores between two readings."""

    own: float
    others: float
    idle: float

    @property
    def quiet(self) -> bool:
        return self.others <= QUIET


def read(proc: Path = PROC) -> Reading:
    """Return the time that the cores have spent up to now."""
    spent = [int(field) for field in (proc / "stat").read_text().split("\n", 1)[0].split()[1:]]
    idle = spent[IDLE] + spent[WAITING]
    return Reading(sum(spent[: STEAL + 1]) / TICKS, idle / TICKS, _own_ticks(proc) / TICKS)


def usage(before: Reading, after: Reading) -> Usage:
    """Return what the cores did in between; ticks are coarse, so no share is below zero."""
    total = max(after.total - before.total, 1 / TICKS)
    own, idle = (after.own - before.own) / total, (after.idle - before.idle) / total
    return Usage(own, max(0.0, 1.0 - own - idle), idle)


def usage_for(seconds: float) -> Usage:
    """Return what the cores do while this program waits."""
    before = read()
    time.sleep(seconds)
    return usage(before, read())


def described(used: Usage) -> str:
    """Return a sentence about the other programs."""
    state = "idle" if used.quiet else "NOT IDLE"
    return f"other programs use {used.others:.0%} of {os.cpu_count()} cores: {state}"


def parents(proc: Path = PROC) -> dict[int, int]:
    """Return the parent of each process."""
    return {pid: parent for pid, (parent, _) in _processes(proc)}


def _own_ticks(proc: Path) -> int:
    """Return the time of this process and of its descendants, alive or ended."""
    processes = dict(_processes(proc))
    own, found = set(), {os.getpid()}
    while found:
        own |= found
        found = {pid for pid, (parent, _) in processes.items() if parent in found} - own
    return sum(processes[pid][1] for pid in own if pid in processes)


def _processes(proc: Path) -> Iterable[tuple[int, tuple[int, int]]]:
    """Return parent and time of each process; the time includes that of its ended children."""
    for folder in proc.iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        yield int(folder.name), (int(fields[PARENT]), sum(map(int, fields[SPENT])))
