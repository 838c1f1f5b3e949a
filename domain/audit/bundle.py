"""A bundle from bytes that may come from anywhere: bounded, strict, and blamed by version."""

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, TypeVar

import msgspec
from msgspec import json

from domain.audit import canonical_json
from domain.audit.finding import Flawed
from domain.audit.format import FORMAT, CommandLine, EventLine, Header
from domain.kernel.messages import Value

LARGEST = 32 * 1024 * 1024  # bytes, unpacked: a table of some 50,000 events
CHUNK = 64 * 1024
GZIP = b"\x1f\x8b"
WRAPPED = {"header": b'{"header":', "command": b'{"command":'}  # kinds of lines but for events

T = TypeVar("T")
_headers = json.Decoder(Header)
_events = json.Decoder(EventLine)
_commands = json.Decoder(CommandLine)


class Bundle(Value, frozen=True):
    header: Header
    events: tuple[EventLine, ...]
    commands: tuple[CommandLine, ...]


def read(source: BinaryIO) -> bytes:
    """All of it, unpacked if it is gzipped, but never more than the largest bundle."""
    begin = source.read(CHUNK)
    unpack = zlib.decompressobj(wbits=31) if begin.startswith(GZIP) else None
    content, chunk = bytearray(), begin
    while chunk:
        content += _unpacked(unpack, chunk, LARGEST + 1 - len(content)) if unpack else chunk
        if len(content) > LARGEST:
            raise Flawed("form", None, f"It is larger than {LARGEST >> 20} MiB; no table is.")
        chunk = source.read(CHUNK)
    if unpack and (not unpack.eof or unpack.unused_data):
        raise Flawed("form", None, "The gzip is cut off, or something follows it.")
    return bytes(content)


def _unpacked(unpack: Any, chunk: bytes, most: int) -> bytes:
    try:
        unpacked: bytes = unpack.decompress(chunk, most)
    except zlib.error as wrong:
        raise Flawed("form", None, f"The gzip is damaged: {wrong}.") from None
    return unpacked


def parse(content: bytes) -> Bundle:
    """JSON or NDJSON, exactly as they are served."""
    header: Header | None = None
    events: list[EventLine] = []
    commands: list[CommandLine] = []
    for kind, raw in _lines(content) if b"\n" in content else _document(content):
        version = len(events) + 1 if kind == "event" else None
        if header is None and kind != "header":
            raise _ill(None, "it does not begin with a header")
        if (kind == "header" and header is not None) or (kind == "event" and commands):
            raise _ill(version, f"a line of the kind {kind!r} stands in the wrong place")
        match kind:
            case "header":
                header = _header(raw)
            case "event":
                events.append(_typed(_events, raw, version))
            case _:
                commands.append(_typed(_commands, raw, None))
    if header is None or not events:
        raise _ill(None, "there is nothing in it")
    return Bundle(header, tuple(events), tuple(commands))


def _header(raw: bytes) -> Header:
    said = strict_value(raw, None)
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise _ill(None, f"its header does not say that it is {FORMAT!r}")
    return _typed(_headers, raw, None)


def _typed(decoder: "json.Decoder[T]", raw: bytes, version: int | None) -> T:
    strict_value(raw, version)
    try:
        return decoder.decode(raw)
    except msgspec.MsgspecError as wrong:
        raise _ill(version, str(wrong)) from None


def strict_value(raw: bytes, version: int | None) -> Any:
    try:
        return canonical_json.parsed(raw)
    except canonical_json.NotCanonical as wrong:
        raise _ill(version, str(wrong)) from None


def _lines(content: bytes) -> Iterator[tuple[str, bytes]]:
    """NDJSON: the header, the events, the commands, each line with its end."""
    begin = 0
    while begin < len(content):
        end = content.find(b"\n", begin)
        if end < 0:
            raise _ill(None, "its last line is cut off")
        line = content[begin:end]
        begin = end + 1
        for kind, prefix in WRAPPED.items():
            if line.startswith(prefix) and line.endswith(b"}"):
                yield kind, line[len(prefix) : -1]
                break
        else:
            yield "event", line


def _document(content: bytes) -> Iterator[tuple[str, bytes]]:
    """JSON: the same in one object, found piece by piece so that only one is held at a time."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise _ill(None, "it is not UTF-8") from None
    place = _expected(text, 0, '{"header":')
    end = _end(text, place, None)
    yield "header", text[place:end].encode()
    for kind, begin in (("event", ',"events":['), ("command", '],"commands":[')):
        place, count = _expected(text, end, begin), 0
        end = place if text.startswith("]", place) else place - 1
        while not text.startswith("]", end):
            place = place if count == 0 else _expected(text, end, ",")
            count += 1
            end = _end(text, place, count if kind == "event" else None)
            yield kind, text[place:end].encode()
    if _expected(text, end, "]}") != len(text):
        raise _ill(None, "something follows its end")


def _end(text: str, place: int, version: int | None) -> int:
    try:
        return canonical_json.first_value(text, place)[1]
    except canonical_json.NotCanonical as wrong:
        raise _ill(version, str(wrong)) from None


def _expected(text: str, place: int, words: str) -> int:
    if not text.startswith(words, place):
        raise _ill(None, f"at character {place} it should go on with {words}")
    return place + len(words)


def _ill(version: int | None, why: str) -> Flawed:
    return Flawed("form", version, f"This is not a bundle as it was served: {why}.")
