"""Reads a bundle from untrusted bytes: bounded in size, strict in form, with exact findings."""

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, TypeVar

import msgspec
from msgspec import json

from domain.audit import canonical_json
from domain.audit.finding import CheckFailed
from domain.audit.format import FORMAT, CommandLine, EventLine, Header
from domain.kernel.messages import Value

LARGEST = 32 * 1024 * 1024  # bytes, unpacked: a table of some 50,000 events
CHUNK = 64 * 1024
GZIP = b"\x1f\x8b"
WRAPPED = {"header": b'{"header":', "command": b'{"command":'}  # lines that are not events

T = TypeVar("T")
_headers = json.Decoder(Header)
_events = json.Decoder(EventLine)
_commands = json.Decoder(CommandLine)


class Bundle(Value, frozen=True):
    header: Header
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
    header: Header | None = None
    events: list[EventLine] = []
    commands: list[CommandLine] = []
    for kind, raw in _lines(content) if b"\n" in content else _document(content):
        version = len(events) + 1 if kind == "event" else None
        if header is None and kind != "header":
            raise _malformed(None, "it does not begin with a header")
        if (kind == "header" and header is not None) or (kind == "event" and commands):
            raise _malformed(version, f"a line of the kind {kind!r} stands in the wrong place")
        match kind:
            case "header":
                header = _header(raw)
            case "event":
                events.append(_typed(_events, raw, version))
            case _:
                commands.append(_typed(_commands, raw, None))
    if header is None or not events:
        raise _malformed(None, "there is nothing in it")
    return Bundle(header, tuple(events), tuple(commands))


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


def _lines(content: bytes) -> Iterator[tuple[str, bytes]]:
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
            yield "event", line


def _document(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the same from one JSON object, value by value: only one is held at a time."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise _malformed(None, "it is not UTF-8") from None
    place = _skip(text, 0, '{"header":')
    end = _value_end(text, place, None)
    yield "header", text[place:end].encode()
    for kind, begin in (("event", ',"events":['), ("command", '],"commands":[')):
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
