"""The log as files: tiles, and the checkpoint that says which of them count.

The checkpoint is the authority. Tiles are durable before it is replaced, and it is replaced only
by a writer that holds the lock of the folder and has seen the current one: a lease is no fence.
Files that no checkpoint counts, such as those of a killed writer, are never read.
"""

import fcntl
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from application.ports.public_log import Locked
from domain.kernel.ids import rfc3339
from domain.log.checkpoint import (
    Checkpoint,
    cosignature_time,
    empty,
    open_checkpoint,
    parse_checkpoint,
)
from domain.log.merkle import HASH_BYTES
from domain.log.note import (
    LogError,
    NotConsistent,
    Note,
    Signature,
    Signer,
    Verifier,
    parse_note,
    sign,
)
from domain.log.tiles import (
    ENTRIES,
    WIDTH,
    Tile,
    Tree,
    decode_bundle,
    encode_bundle,
    grow,
    tile_in_tree,
)
from store.public_log.durable_files import append_file, make_folder, write_file

CHECKPOINT, COSIGNED, LOCK, TILES = "checkpoint", "cosigned", "lock", "tile"
BY_DAY = "cosigned-by-day"
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
ATTEMPTS = 10  # to read a tile that the writer replaces meanwhile


class LogFolder:
    """The log as its writer sees it, which holds the lock."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def checkpoint(self) -> bytes | None:
        """Return the latest signed checkpoint, with the cosignatures it has; None if none is."""
        signed = self._read(CHECKPOINT)
        cosigned = self._read(COSIGNED)
        if signed and cosigned and cosigned.startswith(signed):
            return cosigned
        return signed

    def cosigned_checkpoint(self) -> bytes | None:
        """Return the latest checkpoint that a witness has cosigned; None if there is none."""
        return self._read(COSIGNED)

    def size(self) -> int:
        """Return how many entries the latest checkpoint counts."""
        raw = self._read(CHECKPOINT)
        return 0 if raw is None else parse_checkpoint(parse_note(raw).text).size

    def current(self, key: Verifier) -> Checkpoint:
        """Return the latest checkpoint; raise LogError if another key or origin has signed it."""
        raw = self._read(CHECKPOINT)
        return empty(key.name) if raw is None else open_checkpoint(raw, key)[0]

    def tree(self, size: int | None = None) -> Tree:
        """Return the tree of this size, or of the latest checkpoint, read tile by tile."""
        return Tree(self.size() if size is None else size, self.read_tile)

    def read_tile(self, tile: Tile) -> bytes:
        """Return a tile that the latest checkpoint counts; raise LogError if it counts none such.

        A narrow tile is cut from the widest, the only one that is kept.
        """
        for _ in range(ATTEMPTS):
            stored = tile_in_tree(tile.level, tile.number, self.size())
            if tile.width > stored.width:
                break
            with suppress(FileNotFoundError):
                return _cut(tile, (self._path / TILES / stored.path).read_bytes())
        raise LogError(f"there is no tile {tile.path}")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock of the folder; raise Locked if another process does. It dies with us."""
        make_folder(self._path)
        handle = os.open(self._path / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise Locked from None
        try:
            yield
        finally:
            os.close(handle)

    def append(
        self,
        before: Checkpoint,
        entries: Sequence[bytes],
        signers: Sequence[Signer],
        still_ours: Callable[[], None] = lambda: None,
    ) -> Checkpoint:
        """Append entries to the log and sign its new checkpoint; the caller holds the lock.

        `before` is the checkpoint that the caller has seen; NotConsistent is raised if it is not
        the current one any more, and then nothing is changed.
        """
        tiles, root = grow(before.size, self.read_tile, entries)
        after = Checkpoint(before.origin, before.size + len(entries), root)
        for tile, content in tiles.items():
            write_file(self._path / TILES / tile.path, content)
        still_ours()
        if self.current(signers[0].verifier) != before:
            raise NotConsistent("another writer has extended the log")
        write_file(self._path / CHECKPOINT, str(sign(after.text, *signers)).encode())
        for tile in tiles:
            self._drop_narrower(tile)
        return after

    def cosigned(self, cosignatures: Sequence[Signature]) -> None:
        """Keep these cosignatures of the latest checkpoint, beside those that it has."""
        raw = self.checkpoint()
        assert raw is not None
        note = parse_note(raw)
        whole = str(Note(note.text, (*note.signatures, *cosignatures))).encode()
        write_file(self._path / COSIGNED, whole)
        at = max(cosignature_time(each) for each in cosignatures)
        append_file(self._path / BY_DAY / rfc3339(at * 1000)[:10], whole + b"\n")

    def cosigned_on(self, day: str) -> bytes | None:
        """Return every checkpoint that was cosigned on a day, each followed by an empty line."""
        return self._read(f"{BY_DAY}/{day}") if _DAY.fullmatch(day) else None

    def _read(self, name: str) -> bytes | None:
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError:
            return None

    def _drop_narrower(self, tile: Tile) -> None:
        """Delete the narrower files of a tile; those who read one meanwhile try the wider one."""
        full = self._path / TILES / tile._replace(width=WIDTH).path
        partial = full.with_name(full.name + ".p")
        with suppress(FileNotFoundError):
            for file in partial.iterdir():
                if file.name != f"{tile.width}":
                    file.unlink(missing_ok=True)
            if tile.width == WIDTH:
                partial.rmdir()


def _cut(tile: Tile, content: bytes) -> bytes:
    if tile.level != ENTRIES:
        return content[: tile.width * HASH_BYTES]
    return encode_bundle(decode_bundle(content)[: tile.width])
