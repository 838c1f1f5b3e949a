"""`python -m tests.support.servers.moved_clock api`: a server process whose days a test moves.

It is the real program. Only the time of its machine comes from a file, and a jump of the store's
clock, which is no outage, is recognized sooner.
"""

import os
import runpy
import sys
from pathlib import Path

from application import world
from application.ops import outage_meter as outage_witness

MODULE = "tests.support.servers.moved_clock"
AHEAD = "MOVED_CLOCK"  # names the file with the ms by which the time is ahead
PENDING_MS = 300


def run(program: str) -> None:
    """Run a program of the repository under the moved clock."""
    ahead, now = Path(os.environ[AHEAD]), world.RealWorld.now

    def moved(real: world.RealWorld) -> int:
        return now(real) + int(ahead.read_text())

    setattr(world.RealWorld, "now", moved)  # noqa: B010 - a method cannot be assigned
    outage_witness.PENDING_MS = PENDING_MS
    runpy.run_module(program, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    run(sys.argv[0])
