"""How much memory an embedded store may use: half of what the machine or its cgroup has."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

SHARE = 2  # the other half is for the API, the workers, and copies while the file is rewritten
NO_LIMIT = 1 << 60  # cgroups state a huge number for "none"


def default_maxmemory() -> int:
    """Return the limit in bytes."""
    return available_memory() // SHARE


def available_memory(root: Path = Path("/")) -> int:
    """Return the memory of the machine, or the smallest limit of the cgroups of this process."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *_cgroup_limits(root)])


def _cgroup_limits(root: Path) -> Iterable[int]:
    for path in _limit_files(root):
        with suppress(OSError, ValueError):  # `max` is no number: no limit
            limit = int(path.read_text())
            if 0 < limit < NO_LIMIT:
                yield limit


def _limit_files(root: Path) -> Iterable[Path]:
    """Yield the files that may state a limit: those of the group and of all groups above it."""
    groups = root / "sys/fs/cgroup"
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, group = line.split(":", 2)
            if controllers == "":
                yield from _upwards(groups, group, "memory.max")
            elif "memory" in controllers.split(","):
                yield from _upwards(groups / "memory", group, "memory.limit_in_bytes")


def _upwards(top: Path, group: str, name: str) -> Iterable[Path]:
    place = Path(group.lstrip("/"))
    for each in (place, *place.parents):
        yield top / each / name
