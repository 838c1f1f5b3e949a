"""Files that survive a crash of the machine: written beside, synced, and put in place at once."""

import os
from contextlib import suppress
from pathlib import Path

PRIVATE, PUBLIC = 0o600, 0o644


def write_file(path: Path, content: bytes, mode: int = PUBLIC) -> None:
    """Replace a file; a crash leaves the old one or the new one. Then sync the folder."""
    beside = _written_beside(path, content, mode)
    os.replace(beside, path)
    sync_folder(path.parent)


def append_file(path: Path, content: bytes) -> None:
    """Append to a file that is nobody's authority: after a crash its end may be missing."""
    make_folder(path.parent)
    with path.open("ab") as file:
        file.write(content)


def create_file(path: Path, content: bytes, mode: int) -> bool:
    """Create a file unless it exists; return whether this call created it."""
    beside = _written_beside(path, content, mode)
    try:
        os.link(beside, path)
    except FileExistsError:
        return False
    finally:
        os.unlink(beside)
    sync_folder(path.parent)
    return True


def make_folder(path: Path) -> None:
    """Create a folder and those above it, each synced in the one above."""
    if path.is_dir():
        return
    make_folder(path.parent)
    with suppress(FileExistsError):
        path.mkdir()
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _written_beside(path: Path, content: bytes, mode: int) -> Path:
    make_folder(path.parent)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside
