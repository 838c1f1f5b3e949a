"""The manifest: the files of the append-only log, in the order in which they are loaded."""

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

AOF_DIRECTORY = "appendonlydir"
MANIFEST = "appendonly.aof.manifest"
BASE, INCREMENT, HISTORY = "b", "i", "h"
NAME = re.compile(r"appendonly\.aof\.(\d+)\.(base\.rdb|base\.aof|incr\.aof)")


class BadManifest(Exception):
    """The manifest is missing or cannot be read; the message says why."""


@dataclass(frozen=True)
class AofFile:
    name: str
    sequence: int
    kind: str

    @property
    def is_snapshot(self) -> bool:
        return self.name.endswith(".rdb")


def read_manifest(folder: Path) -> list[AofFile]:
    """Return the files to load, the base first; raises BadManifest."""
    try:
        lines = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as why:
        raise BadManifest(f"{MANIFEST} cannot be read: {why}") from None
    files = [_file(line) for line in lines if not line.startswith("#")]
    files = [each for each in files if each.kind != HISTORY]
    kinds = [each.kind for each in files]
    if not files or BASE in kinds[1:]:
        raise BadManifest(f"{MANIFEST} names no files in a usable order")
    return files


def guessed_manifest(folder: Path) -> list[AofFile] | None:
    """Return what a lost manifest must have said; None if the files leave more than one answer."""
    found = []
    for path in folder.iterdir():
        if match := NAME.fullmatch(path.name):
            kind = BASE if match[2].startswith("base") else INCREMENT
            found.append(AofFile(path.name, int(match[1]), kind))
    bases = [each for each in found if each.kind == BASE]
    increments = sorted((e for e in found if e.kind == INCREMENT), key=lambda e: e.sequence)
    sequences = [each.sequence for each in increments]
    consecutive = sequences == list(range(sequences[0], sequences[-1] + 1)) if sequences else True
    return [*bases, *increments] if len(bases) == 1 and consecutive else None


def write_manifest(folder: Path, files: Sequence[AofFile]) -> None:
    """Replace the manifest in one step."""
    lines = [f"file {each.name} seq {each.sequence} type {each.kind}\n" for each in files]
    fresh = folder / f"temp-{MANIFEST}"
    with fresh.open("w", encoding="utf-8") as out:
        out.writelines(lines)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(folder / MANIFEST)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _file(line: str) -> AofFile:
    try:
        words = shlex.split(line)
        found = dict(zip(words[::2], words[1::2], strict=True))
        file = AofFile(found["file"], int(found["seq"]), found["type"])
    except (ValueError, KeyError):
        raise BadManifest(f"{MANIFEST} has a line that cannot be read: {line[:80]!r}") from None
    if file.kind not in (BASE, INCREMENT, HISTORY) or "/" in file.name:
        raise BadManifest(f"{MANIFEST} has a line that cannot be used: {line[:80]!r}")
    return file
