"""Processor time and memory of processes; neighbours on a busy machine disturb the clock more."""

import os
import time
from pathlib import Path


def seconds(pid: int) -> float:
    """User and system time of a process since its start, all threads together."""
    return time.clock_gettime((~pid << 3) | 2)  # Linux: the CPU clock of another process


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
