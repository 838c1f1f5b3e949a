"""Where the Markdown of the pages is: beside the code in a checkout, inside the wheel otherwise."""

from pathlib import Path, PurePosixPath

_INSIDE = Path(__file__).parent / "text"  # laid out as the checkout is; see pyproject.toml
ROOT = _INSIDE if _INSIDE.exists() else Path(__file__).parents[3]
IMAGES = ROOT / "docs" / "images"
VERIFIER = ROOT / "openapi" / "clients" / "verify.py"
OTHERS = {
    "changelog": "CHANGELOG.md",
    "contributing": "CONTRIBUTING.md",
    "domain": "domain/README.md",
    "example-clients": "openapi/clients/README.md",
    "history": "openapi/history.md",
}


def _found() -> dict[str, Path]:
    docs = ROOT / "docs"
    pages = {path.relative_to(docs).with_suffix("").as_posix(): path for path in docs.rglob("*.md")}
    return pages | {name: ROOT / path for name, path in OTHERS.items()}


FILES = dict(sorted(_found().items()))
_NAMES = {path.relative_to(ROOT).as_posix(): name for name, path in FILES.items()}
_NAMES["docs/decisions"] = "decisions"  # the list of them


def text(name: str) -> str:
    """Return the Markdown of a page that has a file."""
    return FILES[name].read_text(encoding="utf-8")


def address(page: str, target: str) -> str | None:
    """Return the address on the site of a relative link of a page; None if no page is there."""
    path, _, heading = target.partition("#")
    if page not in FILES:
        return None
    folder = FILES[page].parent.relative_to(ROOT).as_posix()
    name = _NAMES.get(_joined(folder, path))
    return f"/docs/{name}{'#' if heading else ''}{heading}" if name else None


def _joined(folder: str, path: str) -> str:
    """Join two paths and resolve `..`, without looking at the disk."""
    parts: list[str] = []
    for part in PurePosixPath(folder, path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
