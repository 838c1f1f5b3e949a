"""The manifest of a backup: every file with its size and hash. It is written last."""

import os
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path

import msgspec
from msgspec import Struct, json

from store.public_log.durable_files import PRIVATE, sync_folder, write_file

FORMAT = 1
MANIFEST = "manifest.json"
SNAPSHOT = "store.rdb"
ARCHIVE, LOG, KEYS = "archive", "log", "keys"


class BackupBroken(Exception):
    """The folder is no backup, or a damaged one; the message says what to do."""


class BackupFile(Struct, frozen=True):
    size: int
    sha256: str


class Manifest(Struct, frozen=True, kw_only=True):
    format: int
    version: str  # of the server that made the backup
    made: str  # RFC 3339
    store: str  # name and version of the server program
    archive: str | None  # the URL of an archive that is not in the backup
    files: dict[str, BackupFile]


class _Format(Struct, frozen=True):
    format: int
    version: str


def described(folder: Path) -> dict[str, BackupFile]:
    """Return size and hash of every file of a backup but its manifest."""
    return {name: _described(folder / name) for name in sorted(_names(folder)) if name != MANIFEST}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Complete a backup: first all of its files become durable, then the manifest."""
    for name in manifest.files:
        _sync(folder / name)
    for below, _, _ in os.walk(folder):
        sync_folder(Path(below))
    write_file(folder / MANIFEST, json.format(json.encode(manifest)) + b"\n", PRIVATE)


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a backup that this server can restore; raises BackupBroken."""
    try:
        raw = (folder / MANIFEST).read_bytes()
    except OSError:
        raise BackupBroken(
            f"{folder} is no complete backup: it has no {MANIFEST}. Choose another folder."
        ) from None
    try:
        found = json.decode(raw, type=_Format)
        if found.format != FORMAT:
            raise BackupBroken(
                f"The backup has format {found.format}; this server reads format {FORMAT}. "
                f"Restore it with version {found.version} of Ludothèque."
            )
        return json.decode(raw, type=Manifest)
    except msgspec.MsgspecError as wrong:
        raise BackupBroken(
            f"{folder / MANIFEST} is damaged: {wrong}. Restore another backup."
        ) from None


def require_intact(folder: Path, manifest: Manifest) -> None:
    """Read every byte of a backup; raise BackupBroken if one was changed, lost or added."""
    found = described(folder)
    for name in sorted(found.keys() | manifest.files.keys()):
        if found.get(name) != manifest.files.get(name):
            how = "missing" if name not in found else "damaged"
            how = how if name in manifest.files else "not part of the backup"
            raise BackupBroken(f"{folder / name} is {how}. Restore another backup.")


def _names(folder: Path) -> Iterator[str]:
    for below, _, names in os.walk(folder):
        for name in names:
            yield (Path(below) / name).relative_to(folder).as_posix()


def _described(path: Path) -> BackupFile:
    with path.open("rb") as file:
        return BackupFile(path.stat().st_size, file_digest(file, "sha256").hexdigest())


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
