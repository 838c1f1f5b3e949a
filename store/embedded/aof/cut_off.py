"""Cuts off what is damaged; a copy of every file that is changed stays beside."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

from store.embedded.aof.check import AOF_DIRECTORY, MANIFEST, Plan, sync_folder, write_manifest


def carry_out(directory: Path, plan: Plan) -> Path:
    """Change the files as planned; return the folder with the copies.

    The copies are made first: if there is no room for them, nothing was changed.
    """
    folder = directory / AOF_DIRECTORY
    copies = _new_folder(directory)
    names = [each.name for each in (*((plan.cut[0],) if plan.cut else ()), *plan.drop)]
    for name in (MANIFEST, *names):
        if (folder / name).exists():
            _copy(folder / name, copies / name)
    sync_folder(copies)
    write_manifest(folder, plan.keep)
    if plan.cut is not None:
        _cut(folder / plan.cut[0].name, plan.cut[1])
    for each in plan.drop:
        (folder / each.name).unlink()
    sync_folder(folder)
    return copies


def cut_unfinished(directory: Path, plan: Plan) -> Path:
    """Cut off a last write that was never acknowledged; return the file that keeps its bytes."""
    assert plan.unfinished
    assert plan.cut is not None
    folder, (file, sound) = directory / AOF_DIRECTORY, plan.cut
    tail = directory / f"{file.name}.unfinished-{_stamp()}"
    with (folder / file.name).open("rb") as source, tail.open("xb") as target:
        source.seek(sound)
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())
    _cut(folder / file.name, sound)
    return tail


def _new_folder(directory: Path) -> Path:
    copies = directory / f"{AOF_DIRECTORY}.before-repair-{_stamp()}"
    copies.mkdir(mode=0o700)
    return copies


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")


def _copy(source: Path, target: Path) -> None:
    shutil.copy2(source, target)
    with target.open("rb") as copied:
        os.fsync(copied.fileno())


def _cut(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.truncate(size)
        os.fsync(file.fileno())
