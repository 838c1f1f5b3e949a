"""Reads a bundle from untrusted bytes: bounded in size, strict in form, with exact findings."""

import re
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Literal, TypeAlias, TypeVar, assert_never, get_args

import msgspec
from msgspec import json
from msgspec.structs import replace

from domain.audit import canonical_json
from domain.audit.finding import CheckFailed
from domain.audit.format import FORMAT, AncestorLine, CommandLine, EventLine, Header
from domain.judging.stored import Ancestor
from domain.kernel.messages import Value

LARGEST = 32 * 1024 * 1024  # bytes, unpacked: a table of some 50,000 events
CHUNK = 64 * 1024
GZIP = b"\x1f\x8b"
HEX = re.compile(r"[0-9a-f]{64}")

Kind: TypeAlias = Literal["header", "ancestor", "event", "command"]
KINDS: tuple[Kind, ...] = get_args(Kind)
WRAPPED: dict[Kind, bytes] = {"header": b'{"header":', "ancestor": b'{"ancestor":'}
ARRAYS: dict[Kind, str] = {
    "ancestor": ',"ancestors":[',
    "event": '],"events":[',
    "command": '],"commands":[',
}
COMMAND = b'{"command":{'  # the field of an event is a text

T = TypeVar("T")
_headers = json.Decoder(Header)
_ancestors = json.Decoder(AncestorLine)
_events = json.Decoder(EventLine)
_commands = json.Decoder(CommandLine)


class Bundle(Value, frozen=True):
    header: Header
    ancestors: tuple[Ancestor, ...]
    events: tuple[EventLine, ...]
    commands: tuple[CommandLine, ...]


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
                None,
                f"The input is larger than {LARGEST >> 20} MiB, the limit of a bundle.",
            )
        chunk = source.read(CHUNK)
    if gzip and (not gzip.eof or gzip.unused_data):
        raise CheckFailed("form", None, "The gzip file is incomplete, or has bytes after its end.")
    return bytes(content)


def _decompress(gzip: Any, chunk: bytes, most: int) -> bytes:
    try:
        content: bytes = gzip.decompress(chunk, most)
    except zlib.error as wrong:
        raise CheckFailed("form", None, f"The gzip file is damaged: {wrong}.") from None
    return content


def parse(content: bytes) -> Bundle:
    """Return the bundle in this JSON or NDJSON; accept only the bytes as they are served."""
    found = _Parts()
    values = _lines(content) if b"\n" in content else _document(content)
    for number, (kind, raw) in enumerate(values, 1):
        try:
            found.add(kind, raw)
        except CheckFailed as failed:
            failed.flaw = replace(failed.flaw, line=number, field=failed.flaw.field or kind)
            raise
    if not found.headers or not found.events:
        raise _malformed(None, "there is nothing in it")
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
        self._reached = 0

    def add(self, kind: Kind, raw: bytes) -> None:
        version = len(self.events) + 1 if kind == "event" else None
        place = KINDS.index(kind)
        if not self.headers and kind != "header":
            raise _malformed(None, "it does not begin with a header")
        if place < self._reached or (kind == "header" and self.headers):
            raise _malformed(version, f"a line of the kind {kind!r} stands in the wrong place")
        self._reached = place
        match kind:
            case "header":
                self.headers.append(_header(raw))
            case "ancestor":
                self.ancestors.append(_ancestor(_typed(_ancestors, raw, None)))
            case "event":
                self.events.append(_typed(_events, raw, version))
            case "command":
                self.commands.append(_typed(_commands, raw, None))
            case _:
                assert_never(kind)


def _ancestor(line: AncestorLine) -> Ancestor:
    for what, text in (("seed", line.seed), ("head", line.head)):
        if not HEX.fullmatch(text):
            raise _malformed(None, f"the {what} of an ancestor is not 64 lower-case hex digits")
    return Ancestor(
        line.table,
        bytes.fromhex(line.seed),
        line.version,
        bytes.fromhex(line.head),
        tuple(bytes(record) for record in line.commands),
    )


def _header(raw: bytes) -> Header:
    header = strict_value(raw, None)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise _malformed(None, f"its header does not say that it is {FORMAT!r}")
    return _typed(_headers, raw, None)


def _typed(decoder: "json.Decoder[T]", raw: bytes, version: int | None) -> T:
    strict_value(raw, version)
    try:
        return decoder.decode(raw)
    except msgspec.MsgspecError as wrong:
        raise _malformed(version, str(wrong)) from None


def strict_value(raw: bytes, version: int | None) -> Any:
    """Return the value of canonical JSON; `version` is the event blamed if it is not."""
    try:
        return canonical_json.parse(raw)
    except canonical_json.NotCanonical as wrong:
        raise _malformed(version, str(wrong)) from None


def _lines(content: bytes) -> Iterator[tuple[Kind, bytes]]:
    """Yield the kind and the value of every NDJSON line: header, events, commands."""
    begin = 0
    while begin < len(content):
        end = content.find(b"\n", begin)
        if end < 0:
            raise _malformed(None, "its last line is cut off")
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
        raise _malformed(None, "it is not UTF-8") from None
    place = _skip(text, 0, '{"header":')
    end = _value_end(text, place, None)
    yield "header", text[place:end].encode()
    for kind, begin in ARRAYS.items():
        place, count = _skip(text, end, begin), 0
        end = place if text.startswith("]", place) else place - 1
        while not text.startswith("]", end):
            place = place if count == 0 else _skip(text, end, ",")
            count += 1
            end = _value_end(text, place, count if kind == "event" else None)
            yield kind, text[place:end].encode()
    if _skip(text, end, "]}") != len(text):
        raise _malformed(None, "something follows its end")


def _value_end(text: str, place: int, version: int | None) -> int:
    """Return where the JSON value that starts at `place` ends."""
    try:
        return canonical_json.first_value(text, place)[1]
    except canonical_json.NotCanonical as wrong:
        raise _malformed(version, str(wrong)) from None


def _skip(text: str, place: int, words: str) -> int:
    """Return the place after these words, which must come next."""
    if not text.startswith(words, place):
        raise _malformed(None, f"at character {place} it should go on with {words}")
    return place + len(words)


def _malformed(version: int | None, why: str) -> CheckFailed:
    return CheckFailed("form", version, f"This is not a bundle of the server: {why}.")
