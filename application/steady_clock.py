"""The steady clock of this machine."""

import time
from functools import cache
from pathlib import Path

from application.ports.steady_clock import SteadyClock
from domain.judging.outage_evidence import Reading

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class MachineClock(SteadyClock):
    """Counts since the machine was booted, also while it sleeps; all its processes share it.

    A system that does not name its boot has no such clock: there, each process has its own.
    """

    def read(self) -> Reading:
        machine = _boot()
        return Reading(machine, _since_boot() if machine else time.monotonic_ns() // 1_000_000)


@cache
def _boot() -> str:
    try:
        return BOOT_ID.read_text().strip()
    except OSError:
        return ""


def _since_boot() -> int:
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
