"""The files of the page, read at the first request: their bytes, compressed forms and tags."""

import gzip
import re
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
# The library that the page shares with other clients; in a wheel it is beside the page.
SHARED = {"client": ROOT / "openapi" / "clients" / "browser"}
INDEX = FOLDER / "index.html"
ENTRY = "main.js"
_IMPORT = re.compile(r'^(?:import|export)\b[^"\';]*?["\'](\.{1,2}/[^"\']+)["\']', re.MULTILINE)


class Packed(NamedTuple):
    """The bytes to send, how they are encoded, and the tag of this form."""

    content: bytes
    encoding: str | None
    tag: str


class File:
    """One file; it is compressed when a client that accepts gzip first asks for it."""

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content = content
        self.media_type = media_type

    @cached_property
    def digest(self) -> str:
        return sha256(self.content).hexdigest()[:16]

    @cached_property
    def _gzip(self) -> bytes:
        return gzip.compress(self.content, 9, mtime=0)

    def packed(self, accepted: str) -> Packed:
        """Return the form for an `Accept-Encoding`."""
        if accepts(accepted, "gzip"):
            return Packed(self._gzip, "gzip", f"{self.digest}-gzip")
        return Packed(self.content, None, self.digest)


def accepts(header: str, encoding: str) -> bool:
    """Return whether an `Accept-Encoding` names this encoding and does not refuse it."""
    for part in header.lower().split(","):
        name, _, rest = part.strip().partition(";")
        if name.strip() == encoding:
            return rest.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class Site:
    """Every file by its path, and the name of this build: the hash of all of them."""

    def __init__(self, files: dict[str, File], index: str) -> None:
        self.files = files
        listed = "".join(f"{path} {file.digest}\n" for path, file in sorted(files.items()))
        self.build = sha256((index + listed).encode()).hexdigest()[:16]
        preloads = "\n".join(
            f'<link rel="modulepreload" href="/web/{self.build}/{path}">'
            for path in imported(files, ENTRY)
        )
        boards = " ".join(PurePosixPath(p).stem for p in sorted(files) if is_board(p))
        page = index.replace("{boards}", boards).replace("{preloads}", preloads)
        page = page.replace("{build}", self.build)
        self.index = File(page.encode(), "text/html")


def is_board(path: str) -> bool:
    """Return whether this file draws a game: `games/<key>.js`."""
    return PurePosixPath(path).parent.as_posix() == "games" and path.endswith(".js")


@cache
def site() -> Site:
    """Read the page; nothing is read before someone opens it."""
    files = dict(_below(FOLDER, ""))
    for name, folder in SHARED.items():
        files |= _below(folder, f"{name}/")
    return Site(files, INDEX.read_text(encoding="utf-8"))


def _below(folder: Path, prefix: str) -> dict[str, File]:
    found = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
    return {
        prefix + path.relative_to(folder).as_posix(): File(path.read_bytes(), TYPES[path.suffix])
        for path in found
    }


def imported(files: dict[str, File], entry: str) -> list[str]:
    """Return a module and all that it imports statically, so that browsers load them at once."""
    found = [entry]
    for path in found:
        for target in _IMPORT.findall(files[path].content.decode()):
            name = _joined(PurePosixPath(path).parent, target)
            if name in files and name not in found:
                found.append(name)
    return found


def _joined(folder: PurePosixPath, target: str) -> str:
    parts = list(folder.parts)
    for part in target.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
