"""The list of what is in a packed data folder, and how it is packed and unpacked."""

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct, json
from zstandard import ZstdCompressor, ZstdDecompressor

from tests.support.paths import TESTS

DATA = TESTS / "golden" / "data"
# What only a running server needs, and what names its machine.
LEFT_OUT = ("*.log", "*.pid", "*.sock", "lock", "serve.lock", "serve.children", "socket.path")
LARGEST = 64 << 20  # bytes of an unpacked folder


class Known(Struct, omit_defaults=True):
    """A player; `token` is a test token with all scopes."""

    id: str
    name: str | None  # None: erased
    token: str
    tokens: dict[str, str] = {}  # further ones by name
    codes: list[str] = []  # for recovery
    suspended: bool = False


class KnownTable(Struct, omit_defaults=True):
    """A table; `what` says why it is there."""

    what: str
    id: str
    game: str
    status: str
    version: int
    head: str
    host: str  # key of a player
    archived: bool = False
    code: str | None = None  # of a private table
    outcome: Any = None


class Listing(Struct):
    version: str  # of the server that wrote the folder
    players: dict[str, Known]
    tables: list[KnownTable]
    standings: dict[str, list[list[Any]]]  # by game: player, tables played, tables won
    webhooks: dict[str, str]  # id -> key of its owner
    audits: dict[str, str]  # id -> the head that it has confirmed
    acts: int  # of administrators
    checkpoint: str  # the latest of the public log
    segments: list[str]  # of the archive


def listing(version: str) -> Listing:
    return json.decode((DATA / f"{version}.json").read_bytes(), type=Listing)


def pack(folder: Path, listed: Listing) -> None:
    """Write the folder and its list; equal folders give equal bytes."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in _files(folder):
            entry = tarfile.TarInfo(str(path.relative_to(folder)))
            content = path.read_bytes()
            entry.size, entry.mode = len(content), path.stat().st_mode & 0o777
            tar.addfile(entry, io.BytesIO(content))
    DATA.mkdir(exist_ok=True)
    packed = ZstdCompressor(level=22).compress(target.getvalue())
    (DATA / f"{listed.version}.tar.zst").write_bytes(packed)
    text = json.format(json.encode(listed), indent=1)
    (DATA / f"{listed.version}.json").write_bytes(text + b"\n")


def unpack(version: str, into: Path) -> Path:
    """Unpack a folder, and return it."""
    packed = (DATA / f"{version}.tar.zst").read_bytes()
    content = ZstdDecompressor().decompress(packed, max_output_size=LARGEST)
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        tar.extractall(into, filter="data")
    return into


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not any(path.match(each) for each in LEFT_OUT):
            yield path
