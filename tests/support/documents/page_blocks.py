"""The fenced blocks of every Markdown page of the repository, and what a test does with each kind.

A fence begins with its kind. Blocks of the kinds in RUN are commands, one script in each page.

- `sh needs=node` runs only where that program is installed (PROGRAMS).
- `sh needs=root` does not run in a test, for one of the reasons in ELSEWHERE.
- `sh server` is the server that the other commands of the page use: `make serve`, with settings.
- `output` holds lines that the block before it prints, in this order; `…` stands for anything.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import NamedTuple

from markdown_it import MarkdownIt

from tests.support.documents.npm import BIN
from tests.support.paths import ROOT

_END = "END OF THE BLOCK"
RUN = {
    "sh": "{}",
    "python": f"python3 - <<'{_END}'\n{{}}{_END}\n",
    "js": f"node --input-type=module - <<'{_END}'\n{{}}{_END}\n",
}
OUTPUT = "output"
SHOWN = {"text", "json", "ini", OUTPUT}  # what is not a command
PROGRAMS = {
    "node": bool(which("node")) and BIN.exists(),
    "redis": bool(which("redis-server") and which("redis-cli")),
}
ELSEWHERE = {
    "root": "changes the machine: users, packages, services",
    "index": "downloads from a package index",
    "machines": "names other machines, such as a witness",
    "minutes": "takes minutes or hours; CI runs it, or a sample of it, by itself",
    "browser": "is played by a test in tests/system/browser",
}
SERVER = re.compile(r"((?:[A-Z_]+=\S+ )*)make serve\n")
_COMMAND = re.compile(
    r"^\W*(?:\w+=\S+ +)*(?:sudo +)?(?:ludotheque|make|curl|python3?|pip|pipx|uv|npm|node|docker"
    r"|bash|redis-cli|redis-server|valkey-cli|systemctl|apt|locust|pytest|git)\b(?! *[:=|])",
    re.M,
)
_NOT_OURS = {".git", ".venv", "node_modules", "build", "dist", "var"}
_INFO = re.compile(r"(\w+)(?: needs=(\w+)| (server))?")
_markdown = MarkdownIt("commonmark").enable("table")


class Block(NamedTuple):
    place: str  # the page and the line of the fence
    kind: str
    needs: str
    server: bool
    text: str

    @property
    def runs(self) -> bool:
        """Whether it is a command that can be run on this machine."""
        here = not self.needs or PROGRAMS.get(self.needs, False)
        return self.kind in RUN and not self.server and here


def markdown_files(root: Path = ROOT) -> list[str]:
    """Return the path of every page below a folder."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - _NOT_OURS)
        found += [Path(folder, name).relative_to(root).as_posix() for name in sorted(names)]
    return [path for path in found if path.endswith(".md")]


def blocks(path: str, root: Path = ROOT) -> list[Block]:
    """Return the fenced blocks of a page."""
    return list(_blocks(path, (root / path).read_text(encoding="utf-8")))


def _blocks(path: str, text: str) -> Iterator[Block]:
    for token in _markdown.parse(text):
        if token.type in ("fence", "code_block"):
            line = token.map[0] + 1 if token.map else 0
            info = _INFO.fullmatch(token.info.strip())
            kind, needs, server = info.groups(default="") if info else (token.info, "", "")
            yield Block(f"{path}:{line}", kind, needs, bool(server), token.content)


def pages_with_commands(root: Path = ROOT) -> list[str]:
    """Return the pages of which something can be run on this machine."""
    return [path for path in markdown_files(root) if any(each.runs for each in blocks(path, root))]


def starts_servers(path: str, root: Path = ROOT) -> bool:
    """Tell whether a page starts servers of its own."""
    return any("serve --port" in each.text for each in blocks(path, root) if each.runs)


def faults(block: Block) -> Iterator[str]:
    """Yield why a test cannot know what to do with a block."""
    if block.kind not in RUN and block.kind not in SHOWN:
        yield f"{block.place}: {block.kind!r} is none of {sorted([*RUN, *SHOWN])}"
    if block.needs and block.needs not in PROGRAMS | ELSEWHERE:
        yield f"{block.place}: needs={block.needs} is none of {sorted(PROGRAMS | ELSEWHERE)}"
    if block.kind in SHOWN - {OUTPUT} and _COMMAND.search(block.text):
        yield f"{block.place}: a command is in a block that no test runs"
    if block.server and not SERVER.fullmatch(block.text):
        yield f"{block.place}: a server is started by `make serve`"
