"""Reads the commands of an append-only file; finds the place up to which it is sound."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TypeAlias

Arity: TypeAlias = Mapping[bytes, int]  # words of each command; negative: at least so many
LONGEST_NUMBER = 32  # characters of a line with a length
FRAME = re.compile(rb"\*[1-9]\d{0,6}\r\n\$\d{1,9}\r\n")
NUMBER = re.compile(rb"\d{1,10}")


class Malformed(Exception):
    """Here is no command; the message says why."""


class Unfinished(Exception):
    """The file ends inside a command."""


@dataclass(frozen=True)
class Scan:
    """How far a file is sound. A transaction counts as one piece: half of one is never kept."""

    size: int
    sound: int  # bytes up to the end of the last whole command or transaction
    commands: int  # in the sound part
    wrong: str | None = None  # what is wrong after that
    unfinished: bool = False  # it ends inside a command or transaction; nothing else is wrong
    lost: int = 0  # commands that can still be read after the sound part

    @property
    def lost_bytes(self) -> int:
        return self.size - self.sound


def scan(path: Path, arity: Arity) -> Scan:
    """Read a whole file."""
    size = path.stat().st_size
    if size == 0:
        return Scan(0, 0, 0)
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        return _scanned(content, size, arity)


class _Reader:
    """Goes from command to command, and remembers where the last whole piece ended."""

    def __init__(self, content: mmap, size: int, arity: Arity) -> None:
        self._content, self._size, self._arity = content, size, arity
        self.place = self.sound = 0
        self.commands = self.whole = 0
        self._in_transaction = False

    def read_all(self) -> None:
        """Read to the end; raises Malformed or Unfinished where that is not possible."""
        while self.place < self._size:
            after, name = _frame(self._content, self.place, self._size, self._arity)
            self._follow(name)
            self.place = after
            self.commands += name != b""
            if not self._in_transaction:
                self.sound, self.whole = self.place, self.commands
        if self._in_transaction:
            raise Unfinished

    def _follow(self, name: bytes) -> None:
        if name == b"MULTI" and self._in_transaction:
            raise Malformed("a transaction begins inside another")
        if name == b"EXEC" and not self._in_transaction:
            raise Malformed("a transaction ends that has not begun")
        if name in (b"MULTI", b"EXEC"):
            self._in_transaction = name == b"MULTI"


def _scanned(content: mmap, size: int, arity: Arity) -> Scan:
    reader = _Reader(content, size, arity)
    try:
        reader.read_all()
    except Malformed as why:
        wrong, unfinished = str(why), False
    except Unfinished:
        wrong, unfinished = "the file ends inside a command or transaction", True
    else:
        return Scan(size, reader.sound, reader.whole)
    readable = _readable(content, reader.place + 1, size, arity)
    lost = reader.commands - reader.whole + readable
    return Scan(size, reader.sound, reader.whole, wrong, unfinished and not readable, lost)


def _frame(content: mmap, place: int, size: int, arity: Arity) -> tuple[int, bytes]:
    """Return where the frame at this place ends, and its command; b"" for a comment."""
    if content[place : place + 1] == b"#":
        return _line(content, place, size)[1], b""
    count, place = _number(content, place, size, b"*")
    name = b""
    for word in range(count):
        length, place = _number(content, place, size, b"$")
        if place + length + 2 > size:
            raise Unfinished
        if content[place + length : place + length + 2] != b"\r\n":
            raise Malformed("the length of a word is wrong")
        if word == 0:
            name = content[place : place + length].upper()
        place += length + 2
    _require_known(name, count, arity)
    return place, name


def _require_known(name: bytes, count: int, arity: Arity) -> None:
    words = arity.get(name)
    if words is None:
        raise Malformed(f"there is no command {name[:40]!r}")
    if count != words if words >= 0 else count < -words:
        raise Malformed(f"the command {name[:40].decode(errors='replace')} has {count} words")


def _number(content: mmap, place: int, size: int, mark: bytes) -> tuple[int, int]:
    if place >= size:
        raise Unfinished
    if content[place : place + 1] != mark:
        raise Malformed(f"there is {content[place : place + 1]!r} where {mark!r} must be")
    line, after = _line(content, place, min(size, place + LONGEST_NUMBER))
    if not NUMBER.fullmatch(line[1:]):
        raise Malformed(f"{line[1:]!r} is no length")
    return int(line[1:]), after


def _line(content: mmap, place: int, limit: int) -> tuple[bytes, int]:
    end = content.find(b"\r\n", place, limit)
    if end >= 0:
        return content[place:end], end + 2
    if limit == len(content):
        raise Unfinished
    raise Malformed("a line is too long")


def _readable(content: mmap, place: int, size: int, arity: Arity) -> int:
    """Return how many whole commands can be read from here on, whatever is between them."""
    found = 0
    while match := FRAME.search(content, place):
        try:
            place, _ = _frame(content, match.start(), size, arity)
            found += 1
        except (Malformed, Unfinished):
            place = match.start() + 1
    return found
