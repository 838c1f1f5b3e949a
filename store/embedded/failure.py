"""Why an embedded server ended or does not start: one sentence, and what mends it."""

import os
from contextlib import suppress
from enum import Enum
from pathlib import Path

LOG_FILE = "server.log"
MOST_LOG = 65_536  # bytes of the log that are read
LEAST_FREE = 1 << 20  # bytes; a disk with less is full


class Cause(Enum):
    """Why a server does not run, in words for everybody: they name nothing of the machine."""

    DAMAGED = "its files are damaged, and the operator must repair them"
    DISK_FULL = "its disk is full"
    NO_MEMORY = "the memory of the machine is used up"
    OTHER = "it ended or does not start"


class CannotStart(RuntimeError):
    """The server cannot be started; the message says why, in one line."""

    def __init__(self, message: str, cause: Cause = Cause.OTHER) -> None:
        super().__init__(message)
        self.cause = cause


# What the server logs before it ends, in the order in which it is looked for.
SIGNS = {
    "No space left on device": Cause.DISK_FULL,
    "File too large": Cause.DISK_FULL,
    "Disk quota exceeded": Cause.DISK_FULL,
    "Short write while writing to the AOF file": Cause.DISK_FULL,
    "Out Of Memory": Cause.NO_MEMORY,
    "Cannot allocate memory": Cause.NO_MEMORY,
    "reading the append only file": Cause.DAMAGED,
    "AOF MANIFEST": Cause.DAMAGED,
    "AOF manifest": Cause.DAMAGED,
    "AOF loading aborted": Cause.DAMAGED,
    "Error reading the RDB base file": Cause.DAMAGED,
    "RDB reading offset": Cause.DAMAGED,
    "Wrong signature trying to load DB": Cause.DAMAGED,
    "Fatal error loading the DB": Cause.DAMAGED,
}


def why_it_ended(directory: Path, how: str, log_start: int) -> CannotStart:
    """Return the cause from what the server has logged since `log_start`."""
    lines = _logged(directory / LOG_FILE, log_start)
    for sign, cause in SIGNS.items():
        for line in reversed(lines):
            if sign in line:
                return explained(directory, cause, _without_prefix(line))
    if free_bytes(directory) < LEAST_FREE:
        return explained(directory, Cause.DISK_FULL, how)
    if how == "was killed (SIGKILL)":  # the system does that, too, when memory is short
        return CannotStart(f"it {how}, by hand or for want of memory: see `free -h`")
    said = _without_prefix(lines[-1]) if lines else "nothing"
    return CannotStart(f"it {how}; its log ends with: {said}")


def explained(directory: Path, cause: Cause, detail: str) -> CannotStart:
    """Return the error for a known cause, with the command that mends it."""
    var = directory.parent
    match cause:
        case Cause.DAMAGED:
            text = f"its file is damaged ({detail}). Run `ludotheque repair --var {var}`"
        case Cause.DISK_FULL:
            text = f"the disk is full ({detail}). Free space: `df -h {var}`"
        case Cause.NO_MEMORY:
            text = f"memory is used up ({detail}). See `free -h`; free some or add some"
        case Cause.OTHER:
            text = detail
    return CannotStart(text, cause)


def free_bytes(directory: Path) -> int:
    """Return how much can still be written to the disk of this directory."""
    there = next(each for each in (directory, *directory.parents) if each.exists())
    found = os.statvfs(there)
    return found.f_bavail * found.f_frsize


def log_size(directory: Path) -> int:
    with suppress(OSError):
        return (directory / LOG_FILE).stat().st_size
    return 0


def _logged(path: Path, start: int) -> list[str]:
    with suppress(OSError), path.open("rb") as log:
        log.seek(max(start, log_size(path.parent) - MOST_LOG))
        return [line for line in log.read().decode(errors="replace").splitlines() if line.strip()]
    return []


def _without_prefix(line: str) -> str:
    """Return a log line without process, time and level, and without advice we do not ship."""
    text = line
    for level in (" # ", " * ", " - ", " . "):
        if level in line[:60]:
            text = line.split(level, 1)[1]
            break
    return text.split(": make a backup")[0].split(". You can:")[0].strip()
