"""The clocks and the randomness of this machine, and ids made from it."""

import logging
import os
import time
from base64 import b32encode
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from application.ports.world import SteadyClock, World
from domain.judging.outage_evidence import Reading

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
FOLLOWED_MS = 2_000  # a clock that is corrected by no more is followed at once
NS = 1_000_000  # in a millisecond
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # the first counts while it sleeps
BELIEVED_MS = 600_000  # a larger jump is believed when the clock has stayed there so long

log = logging.getLogger(__name__)


class MachineClock(SteadyClock):
    """Counts since the machine was booted, also while it sleeps; all its processes share it.

    A system that does not name its boot has no such clock: there, each process has its own.
    """

    def read(self) -> Reading:
        machine = _boot()
        ns = time.clock_gettime_ns(_STEADY) if machine else time.monotonic_ns()
        return Reading(machine, ns // NS)


@cache
def _boot() -> str:
    try:
        return BOOT_ID.read_text().strip()
    except OSError:
        return ""


class RealWorld:
    """The World of a running server.

    Its time does not follow a jump of the machine's clock for some minutes: a clock that is set
    wrong and back again changes no deadline.
    """

    def __init__(
        self,
        wall_clock: Callable[[], int] | None = None,
        steady: Callable[[], int] | None = None,
    ) -> None:
        """Both clocks count nanoseconds; without them, those of the machine are used."""
        self.fresh = os.urandom
        self._wall_clock = wall_clock or time.time_ns
        self._steady = steady or partial(time.clock_gettime_ns, _STEADY)
        self._offset = (self._wall_clock() - self._steady()) // NS
        self._jumped_at: int | None = None

    def now(self) -> int:
        steady_ns = self._steady()
        steady, offset = steady_ns // NS, (self._wall_clock() - steady_ns) // NS
        if abs(offset - self._offset) <= FOLLOWED_MS or self._is_believed(steady):
            self._offset, self._jumped_at = offset, None
        elif self._jumped_at is None:
            self._jumped_at = steady
            log.warning("this machine's clock jumped by %.1f s", (offset - self._offset) / 1000)
        return steady + self._offset

    def _is_believed(self, steady: int) -> bool:
        return self._jumped_at is not None and steady - self._jumped_at >= BELIEVED_MS


def new_id(world: World) -> str:
    """Return 128 random bits as the id of a table, a player, a webhook or an audit."""
    return b32encode(world.fresh(16)).decode().rstrip("=").lower()
