"""The files of the page, read at the first request, each with its type and its hash."""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files as resources
from pathlib import Path, PurePosixPath

from api.http.cached_body import REVALIDATE, CachedBody
from api.pages.html import HEADERS
from api.transport.links import below
from domain.games import GAMES

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
# The library that the page shares with other clients; in a wheel it is beside the page.
SHARED = {"client": ROOT / "openapi" / "clients" / "browser"}
# Made of the modules by `make bundle`; a clone has none until then, and serves the modules.
BUNDLE = FOLDER.parent / "bundle"
INDEX = FOLDER / "index.html"
ENTRY = "main.js"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types ludo",
    )
)
PAGE_HEADERS = {**HEADERS, "Content-Security-Policy": POLICY}
# What the board of a game imports, whatever package it is in; its files are three folders down.
IMPORTED = {
    b'"#kit"': b'"../../../kit/kit.js"',
    b'"#preact"': b'"../../../vendor/preact.js"',
}
BOARD = re.compile(r"games/(\w+/[0-9a-f]+)/board\.js")
FOR_EVER = "public, max-age=31536000, immutable"
_IMPORT = re.compile(
    r'(?:^|[;}])(?:import|export)\b[^"\';(]*?["\'](\.{1,2}/[^"\']+)["\']', re.MULTILINE
)


class Site:
    """Every file by its path, and the name of this build: the hash of all of them."""

    def __init__(self, files: dict[str, CachedBody], index: str) -> None:
        self.files = files
        self.build = sha256((index + listing(files)).encode()).hexdigest()[:16]
        preloads = "\n".join(
            f'<link rel="modulepreload" href="/web/{self.build}/{path}">'
            for path in imported(files, ENTRY)
        )
        boards = " ".join(found[1] for path in sorted(files) if (found := BOARD.fullmatch(path)))
        page = index.replace("{boards}", boards).replace("{preloads}", preloads)
        self.page = page.replace("{build}", self.build)


def listing(files: dict[str, CachedBody]) -> str:
    """Return each path with the hash of its file."""
    return "".join(f"{path} {file.tag}\n" for path, file in sorted(files.items()))


@cache
def site() -> Site:
    """Read the page; nothing is read before someone opens it."""
    return Site(bundled(modules(), BUNDLE), INDEX.read_text(encoding="utf-8"))


def modules() -> dict[str, CachedBody]:
    """Read the page as it was written."""
    files = _below(FOLDER, "")
    for name, folder in SHARED.items():
        files |= _below(folder, f"{name}/")
    for key, game in GAMES.items():
        files |= boards(key, game.package)
    return files


def boards(key: str, package: str) -> dict[str, CachedBody]:
    """Read what the package of a game ships in `web`: each file, below a hash of all of them."""
    folder = resources(package).joinpath("web")
    shipped = list(folder.iterdir()) if folder.is_dir() else []
    found = {
        each.name: _file(_resolved(each.read_bytes()), suffix)
        for each in shipped
        if (suffix := PurePosixPath(each.name).suffix) in TYPES
    }
    version = sha256(listing(found).encode()).hexdigest()[:12]
    return {f"games/{key}/{version}/{name}": file for name, file in found.items()}


def bundled(files: dict[str, CachedBody], folder: Path) -> dict[str, CachedBody]:
    """Return the files with their bundle in their place, if the folder has one of these files.

    Boards of packages that were installed later are not in the bundle, and are served beside it.
    """
    made_of = folder / "SOURCES"
    known = set(listing(files).splitlines())
    if not made_of.is_file() or not known.issuperset(made_of.read_text().splitlines()):
        return files
    return files | _below(folder, "")


@cache
def index(prefix: str) -> CachedBody:
    """Return the page that loads the files from below the prefix."""
    headers = {**PAGE_HEADERS, "Cache-Control": REVALIDATE, "Vary": "Accept"}
    return CachedBody(below(prefix, site().page).encode(), "text/html", headers)


def _below(folder: Path, prefix: str) -> dict[str, CachedBody]:
    found = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
    return {
        prefix + path.relative_to(folder).as_posix(): _file(path.read_bytes(), path.suffix)
        for path in found
    }


def _resolved(source: bytes) -> bytes:
    for name, path in IMPORTED.items():
        source = source.replace(name, path)
    return source


def _file(content: bytes, suffix: str) -> CachedBody:
    return CachedBody(content, TYPES[suffix], {**PAGE_HEADERS, "Cache-Control": FOR_EVER})


def write(folder: Path) -> None:
    """Write the page as it is served into a folder, for the bundler."""
    for path, file in modules().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.content)


def imported(files: dict[str, CachedBody], entry: str) -> list[str]:
    """Return a module and all that it imports statically, so that browsers load them at once."""
    found = [entry]
    for path in found:
        for target in _IMPORT.findall(files[path].content.decode()):
            name = _joined(PurePosixPath(path).parent, target)
            if name not in found:
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
