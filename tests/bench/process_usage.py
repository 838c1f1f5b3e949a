"""Processor time and memory of processes; on a busy machine less noisy than the clock."""

import os
import time
from collections.abc import Mapping
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
ENDED_CHILDREN = slice(13, 15)  # places in /proc/<pid>/stat, after the name of the program


def cpu_seconds(*pids: int) -> float:
    """Return the user and system time of processes since their start, with ended children."""
    return sum(map(_cpu_seconds, pids))


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ended = sum(map(int, fields[ENDED_CHILDREN])) / TICKS
    return ended + time.clock_gettime((~pid << 3) | 2)  # Linux: the CPU clock of another process


def of_all(pids: Mapping[str, int]) -> dict[str, float]:
    """Return the same for several processes, by their names."""
    return {name: cpu_seconds(pid) for name, pid in pids.items()}


def shares(pids: Mapping[str, int], seconds: float) -> dict[str, float]:
    """Let time pass; return the share of a core that each process uses."""
    before, began = of_all(pids), time.monotonic()
    time.sleep(seconds)
    after, passed = of_all(pids), time.monotonic() - began
    return {name: (after[name] - before[name]) / passed for name in pids}


def resident_bytes() -> int:
    """Return the resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
