"""Checks all append-only files of a store, and plans which part of them can be kept."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from store.embedded.aof.frames import Arity, Scan, scan
from store.embedded.aof.manifest import (
    AOF_DIRECTORY,
    AofFile,
    BadManifest,
    guessed_manifest,
    read_manifest,
)
from store.embedded.binary import find_binary

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
