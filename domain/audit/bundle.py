"""Reads a bundle from untrusted bytes: bounded in size, strict in form, with exact findings."""

import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Literal, TypeAlias, assert_never, get_args

import msgspec
from msgspec import json
from msgspec.structs import replace

from domain.audit import canonical_json
from domain.audit.decoded_history import decode_record
from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.format import AncestorLine, CommandLine, EventLine, Header
from domain.fairness.chain import Format, canon
from domain.fairness.format_2 import FORMATS
from domain.judging.stored import Ancestor
from domain.kernel.messages import Value

LARGEST = 32 * 1024 * 1024  # bytes, unpacked: a table of some 50,000 events
CHUNK = 64 * 1024
GZIP = b"\x1f\x8b"
HEX = re.compile(r"[0-9a-f]{64}")
PATH, NAME = re.compile(r"at `\$\.([^`]*)`"), re.compile(r"field `(\w+)`")

Kind: TypeAlias = Literal["header", "ancestor", "event", "command"]
KINDS: tuple[Kind, ...] = get_args(Kind)
WRAPPED: dict[Kind, bytes] = {"header": b'{"header":', "ancestor": b'{"ancestor":'}
ARRAYS: dict[Kind, str] = {
    "ancestor": ',"ancestors":[',
    "event": '],"events":[',
    "command": '],"commands":[',
}
COMMAND = b'{"command":{'  # the field of an event is a text
LINES = ({"event", "leaf", "salt"}, {"leaf", "version"})
ENDS = {"command", "head"}  # the first event of a commit has `command`, the last one `head`

_headers = json.Decoder(Header)
_ancestors = json.Decoder(AncestorLine)
_events = json.Decoder(EventLine)
_commands = json.Decoder(CommandLine)


class _WrongValue(ValueError):
    """A field of the right type has a value that no bundle has."""


class Bundle(Value, frozen=True):
    header: Header
    ancestors: tuple[Ancestor, ...]
    events: tuple[EventLine, ...]
    commands: tuple[CommandLine, ...]

    @property
    def format(self) -> Format:
        return FORMATS[self.header.format]


def read(source: BinaryIO) -> bytes:
    """Return the content, decompressed if it is gzipped; reject more than the largest bundle."""
    chunk = source.read(CHUNK)
    gzip = zlib.decompressobj(wbits=31) if chunk.startswith(GZIP) else None
    content = bytearray()
    while chunk:
        content += _decompress(gzip, chunk, LARGEST + 1 - len(content)) if gzip else chunk
        if len(content) > LARGEST:
            raise CheckFailed(
                "form",
                WHOLE,
                f"The input is larger than {LARGEST >> 20} MiB, the limit of a bundle.",
                "file",
            )
        chunk = source.read(CHUNK)
    if gzip and (not gzip.eof or gzip.unused_data):
        raise CheckFailed(
            "form", WHOLE, "The gzip file is incomplete, or has bytes after its end.", "file"
        )
    return bytes(content)


def _decompress(gzip: Any, chunk: bytes, most: int) -> bytes:
    try:
        content: bytes = gzip.decompress(chunk, most)
    except zlib.error as wrong:
        raise CheckFailed("form", WHOLE, f"The gzip file is damaged: {wrong}.", "file") from None
    return content


def parse(content: bytes) -> Bundle:
    """Return the bundle in this JSON or NDJSON; accept only the bytes as they are served."""
    found = _Parts()
    try:
        for kind, raw in _lines(content) if b"\n" in content else _document(content):
            found.add(kind, raw)
        if not found.headers or not found.events:
            raise _malformed(WHOLE, "there is nothing in it")
    except CheckFailed as failed:
        failed.flaw = replace(failed.flaw, line=found.lines + 1)
        raise
    return Bundle(
        found.headers[0], tuple(found.ancestors), tuple(found.events), tuple(found.commands)
    )


class _Parts:
    """The lines read so far; they come in the order of `KINDS`, with one header."""

    def __init__(self) -> None:
        self.headers: list[Header] = []
        self.ancestors: list[Ancestor] = []
        self.events: list[EventLine] = []
        self.commands: list[CommandLine] = []
        self.lines = 0
        self._reached = 0

    def add(self, kind: Kind, raw: bytes) -> None:
        place = KINDS.index(kind)
        if not self.headers and kind != "header":
            raise _malformed(WHOLE, "it does not begin with a header", "header")
        if place < self._reached or (kind == "header" and self.headers):
            raise _malformed(
                self._version(kind), f"a line of the kind {kind!r} stands in the wrong place", kind
            )
        self._reached = place
        try:
            self._read(kind, raw)
        except (msgspec.MsgspecError, canonical_json.NotCanonical, _WrongValue) as wrong:
            field = _field(kind, str(wrong))
            raise _malformed(self._version(kind), str(wrong), field) from None
        self.lines += 1

    def _read(self, kind: Kind, raw: bytes) -> None:
        value = canonical_json.parse(raw)
        match kind:
            case "header":
                if not isinstance(value, dict) or str(value.get("format")) not in FORMATS:
                    raise _WrongValue(f"the field `format` is none of {', '.join(FORMATS)}")
                header = _headers.decode(raw)
                if canon(header) != raw:
                    raise _WrongValue("a part of it has a field that is not of the format")
                self.headers.append(header)
            case "ancestor":
                self.ancestors.append(_ancestor(_ancestors.decode(raw)))
            case "event":
                if value.keys() - ENDS not in LINES:
                    raise _WrongValue("it is neither an event nor a sealed event")
                if not all(HEX.fullmatch(str(value[name])) for name in ENDS & value.keys()):
                    raise _WrongValue("`command` or `head` is not 64 lower-case hex digits")
                self.events.append(_events.decode(raw))
            case "command":
                self.commands.append(_commands.decode(raw))
            case _:
                assert_never(kind)

    def _version(self, kind: Kind) -> int:
        """Return the version that the next line of this kind speaks of."""
        if kind == "event":
            return len(self.events) + 1
        if kind == "command":
            return self._after_commands()
        return WHOLE

    def _after_commands(self) -> int:
        """Return the version after the commands so far, as far as they can be decoded."""
        if not self.commands:
            return 1
        try:
            return decode_record(bytes(self.commands[-1].command)).last + 1
        except CheckFailed:
            return WHOLE


def _ancestor(line: AncestorLine) -> Ancestor:
    for what, text in (("seed", line.seed), ("head", line.head)):
        if not HEX.fullmatch(text):
            raise _WrongValue(f"the field `{what}` is not 64 lower-case hex digits")
    return Ancestor(
        line.table,
        bytes.fromhex(line.seed),
        line.version,
        bytes.fromhex(line.head),
        tuple(bytes(record) for record in line.commands),
    )


def _field(kind: Kind, why: str) -> str:
    """Return the field that a message of a decoder names, below the kind of its line."""
    path, name = PATH.search(why), NAME.search(why)
    return ".".join((kind, *(found[1] for found in (path, name) if found)))


def _lines(content: bytes) -> Iterator[tuple[Kind, bytes]]:
    """Yield the kind and the value of every NDJSON line: header, events, commands."""
    begin = 0
    while begin < len(content):
        end = content.find(b"\n", begin)
        if end < 0:
            raise _malformed(WHOLE, "its last line is cut off")
        line = content[begin:end]
        begin = end + 1
        for kind, prefix in WRAPPED.items():
            if line.startswith(prefix) and line.endswith(b"}"):
                yield kind, line[len(prefix) : -1]
                break
        else:
            yield "command" if line.startswith(COMMAND) else "event", line


def _document(content: bytes) -> Iterator[tuple[Kind, bytes]]:
    """Yield the same from one JSON object, value by value: only one is held at a time."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise _malformed(WHOLE, "it is not UTF-8") from None
    place = _skip(text, 0, '{"header":')
    end = _value_end(text, place, WHOLE)
    yield "header", text[place:end].encode()
    for kind, begin in ARRAYS.items():
        place, count = _skip(text, end, begin), 0
        end = place if text.startswith("]", place) else place - 1
        while not text.startswith("]", end):
            place = place if count == 0 else _skip(text, end, ",")
            count += 1
            end = _value_end(text, place, count if kind == "event" else WHOLE)
            yield kind, text[place:end].encode()
    if _skip(text, end, "]}") != len(text):
        raise _malformed(WHOLE, "something follows its end")


def _value_end(text: str, place: int, version: int) -> int:
    """Return where the JSON value that starts at `place` ends."""
    try:
        return canonical_json.first_value(text, place)[1]
    except canonical_json.NotCanonical as wrong:
        raise _malformed(version, str(wrong)) from None


def _skip(text: str, place: int, words: str) -> int:
    """Return the place after these words, which must come next."""
    if not text.startswith(words, place):
        raise _malformed(WHOLE, f"at character {place} it should go on with {words}")
    return place + len(words)


def _malformed(version: int, why: str, field: str = "file") -> CheckFailed:
    return CheckFailed("form", version, f"This is not a bundle of the server: {why}.", field)
