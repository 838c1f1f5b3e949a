"""Processor time and memory of processes; on a busy machine less noisy than the clock."""

import os
import time
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """Return the user and system time of a process since its start, over all threads."""
    return time.clock_gettime((~pid << 3) | 2)  # Linux: the CPU clock of another process


def resident_bytes() -> int:
    """Return the resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
