"""Checks all append-only files of a store, and plans which part of them can be kept."""

import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from redis import Redis

from store.embedded.aof.frames import Arity, Scan, scan
from store.embedded.binary import find_binary
from store.embedded.server import EmbeddedServer

# The manifest: the files of the append-only log, in the order in which they are loaded.

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


CHECKER = "valkey-check-rdb"  # under this name the server program checks a snapshot


class CannotRepair(Exception):
    """The files cannot be repaired; the message says why and what to do."""


@dataclass(frozen=True)
class Plan:
    """What is sound, and what a repair would change."""

    keep: tuple[AofFile, ...]  # the files of the new manifest
    commands: int = 0  # that are kept
    wrong: str | None = None  # the first damage
    cut: tuple[AofFile, int] | None = None  # a file, and the length that is kept of it
    drop: tuple[AofFile, ...] = ()  # files that come after the damage
    lost_bytes: int = 0
    lost_commands: int = 0
    unfinished: bool = False  # only the last write is incomplete: it was never acknowledged

    @property
    def damaged(self) -> bool:
        return self.wrong is not None


def check(directory: Path, arity: Arity) -> Plan:
    """Read all files of a store; raises CannotRepair if no part of them can be kept."""
    folder = directory / AOF_DIRECTORY
    if not folder.is_dir():
        return Plan(())
    files, wrong = _files(folder)
    commands = 0
    for place, each in enumerate(files):
        result = _checked(folder, each, arity)
        commands += result.commands
        if result.wrong is not None:
            damaged = f"{each.name}, byte {result.sound}: {result.wrong}"
            return _planned(folder, files, place, commands, damaged, result, arity)
    return Plan(tuple(files), commands, wrong)


def _files(folder: Path) -> tuple[list[AofFile], str | None]:
    """Return the files to load, and what is wrong with the manifest."""
    try:
        return read_manifest(folder), None
    except BadManifest as bad:
        guessed = guessed_manifest(folder)
        if guessed is None:
            raise CannotRepair(f"{bad}, and the files do not tell it. {_advice()}") from None
        return guessed, str(bad)


def _checked(folder: Path, file: AofFile, arity: Arity) -> Scan:
    path = folder / file.name
    if not path.is_file():
        if file.kind == "b":
            raise CannotRepair(f"The snapshot {file.name} is missing. {_advice()}")
        return Scan(0, 0, 0, "the file is missing")
    if not file.is_snapshot:
        return scan(path, arity)
    _require_sound_snapshot(path)
    return Scan(path.stat().st_size, path.stat().st_size, 0)


def _require_sound_snapshot(path: Path) -> None:
    command = [CHECKER, str(path)]
    result = subprocess.run(  # noqa: S603 - our own file
        command, executable=find_binary(), capture_output=True, text=True, check=False
    )
    if result.returncode:
        said = [line for line in result.stdout.splitlines() if "---" not in line and line.strip()]
        last = said[-1].strip() if said else "no reason given"
        raise CannotRepair(f"The snapshot {path.name} is damaged ({last}). {_advice()}")


def _planned(
    folder: Path,
    files: Sequence[AofFile],
    place: int,
    commands: int,
    wrong: str,
    damaged: Scan,
    arity: Arity,
) -> Plan:
    missing = not (folder / files[place].name).is_file()
    drop = [each for each in files[place + 1 :] if (folder / each.name).is_file()]
    later = [scan(folder / each.name, arity) for each in drop]
    return Plan(
        keep=tuple(files[: place + (not missing)]),
        commands=commands,
        wrong=wrong,
        cut=None if missing else (files[place], damaged.sound),
        drop=tuple(drop),
        lost_bytes=damaged.lost_bytes + sum(each.size for each in later),
        lost_commands=damaged.lost + sum(each.commands + each.lost for each in later),
        unfinished=damaged.unfinished and not files[place + 1 :],
    )


def _advice() -> str:
    return "Restore `appendonlydir` from a backup."


def known_commands(prefer: str | None = None) -> Arity:
    """Return the commands that the server program can load."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
        server = EmbeddedServer(folder, fsync="no", prefer=prefer, options={"appendonly": "no"})
        server.start()
        try:
            with Redis.from_url(server.url, protocol=2) as redis:
                listed = redis.execute_command("COMMAND")
        finally:
            server.stop()
    return {name.upper().encode(): facts["arity"] for name, facts in listed.items()}
