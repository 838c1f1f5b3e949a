"""The format of a segment: tables of one game, each compressed by itself, and a footer.

    magic | dictionary | a zstd frame per table | footer (a zstd frame) | trailer

The name of a segment is its SHA-256, so every changed byte is found. Each history names its format.
Salts, leaves and heads follow from the seed and the events; they are not stored.
"""

import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct, msgpack
from zstandard import (
    DICT_TYPE_AUTO,
    ZstdCompressionDict,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
    train_dictionary,
)

from application.ports.archive import Archived, Packed
from domain.fairness.chain import first_head
from domain.fairness.format_2 import FORMAT_2, FORMATS
from domain.judging.stored import Stored, entries_from, with_heads

MAGIC, END = b"LUDOSEG1", b"1GESODUL"
LEVEL = 12
MOST_BYTES = 1 << 30  # of one decompressed table
LARGEST_DICTIONARY, SMALLEST_DICTIONARY, SAMPLE_BYTES = 64 << 10, 2 << 10, 8 << 20
_TRAILER = struct.Struct(">QQQ8s")  # offset and length of the footer, length of the dictionary


class SegmentBroken(Exception):
    """The bytes are not those of a segment, or do not lead to the heads in its footer."""


class Location(NamedTuple):
    offset: int
    length: int


class Located(Struct, frozen=True, array_like=True):
    """A table in a segment."""

    offset: int
    length: int
    archived: Archived


class Footer(Struct, frozen=True, array_like=True):
    game: str
    made: int  # ms since 1970
    tables: list[Located]


class Trailer(NamedTuple):
    footer: Location
    dictionary: Location


class _History(Struct, frozen=True, array_like=True):
    seed: bytes
    events: list[bytes]
    records: list[tuple[int, bytes]]  # version of the first event of a command, its record
    format: str = FORMAT_2.name  # segments of releases up to 0.3 do not name it


_histories = msgpack.Decoder(_History)
_footers = msgpack.Decoder(Footer)
TRAILER_BYTES = _TRAILER.size


def name_of(content: bytes) -> str:
    return sha256(content).hexdigest()


def pack(game: str, tables: Sequence[Packed], now: int) -> bytes:
    """Return a segment with these tables."""
    histories = [msgpack.encode(_history(each.stored)) for each in tables]
    dictionary = _trained(histories)
    compressor = _compressor(dictionary)
    parts, located = [MAGIC, dictionary], []
    offset = len(MAGIC) + len(dictionary)
    for each, history in zip(tables, histories, strict=True):
        frame = compressor.compress(history)
        located.append(Located(offset, len(frame), each.archived))
        parts.append(frame)
        offset += len(frame)
    footer = ZstdCompressor(level=LEVEL, write_checksum=True).compress(
        msgpack.encode(Footer(game, now, located))
    )
    trailer = _TRAILER.pack(offset, len(footer), len(dictionary), END)
    return b"".join((*parts, footer, trailer))


def read_trailer(tail: bytes, size: int) -> Trailer:
    """Return where footer and dictionary are; `tail` is the end of a segment of this size."""
    try:
        offset, length, dictionary, end = _TRAILER.unpack(tail[-_TRAILER.size :])
    except struct.error:
        raise SegmentBroken("it is too short") from None
    if end != END or offset + length + _TRAILER.size != size:
        raise SegmentBroken("its trailer is wrong")
    return Trailer(Location(offset, length), Location(len(MAGIC), dictionary))


def read_footer(raw: bytes) -> Footer:
    try:
        return _footers.decode(ZstdDecompressor().decompress(raw, max_output_size=MOST_BYTES))
    except (ZstdError, msgspec.MsgspecError) as wrong:
        raise SegmentBroken(f"its footer cannot be read: {wrong}") from wrong


def read_table(frame: bytes, dictionary: ZstdCompressionDict | None, archived: Archived) -> Stored:
    """Return a table of a segment; raises SegmentBroken if its checksum or length is wrong.

    Whether it leads to its head is checked by those who fold it, as for a table in the store.
    """
    try:
        reader = ZstdDecompressor(dict_data=dictionary) if dictionary else ZstdDecompressor()
        history = _histories.decode(reader.decompress(frame, max_output_size=MOST_BYTES))
        made = FORMATS[history.format]
    except (ZstdError, msgspec.MsgspecError, LookupError) as wrong:
        raise SegmentBroken(f"a table cannot be read: {wrong!r}") from wrong
    if len(history.events) != archived.version:
        raise SegmentBroken(f"table {archived.table} has another version")
    found = [*entries_from(history.events, dict(history.records), made)]
    entries = with_heads(first_head(archived.table), history.seed, found)
    return Stored(history.seed, archived.version, archived.head, entries)


def dictionary_of(raw: bytes) -> ZstdCompressionDict | None:
    return ZstdCompressionDict(raw, dict_type=DICT_TYPE_AUTO) if raw else None


def read_named(content: bytes, name: str) -> tuple[Footer, list[Stored]]:
    """Return a whole segment; raises SegmentBroken unless its bytes are those of its name."""
    if name_of(content) != name:
        raise SegmentBroken("its bytes are not those of its name")
    return read_all(content)


def read_all(content: bytes) -> tuple[Footer, list[Stored]]:
    """Return a whole segment; raises SegmentBroken unless every table leads to its head."""
    if content[: len(MAGIC)] != MAGIC:
        raise SegmentBroken("it does not begin like a segment")
    trailer = read_trailer(content, len(content))
    footer = read_footer(_cut(content, trailer.footer))
    dictionary = dictionary_of(_cut(content, trailer.dictionary))
    tables = [
        read_table(_cut(content, Location(each.offset, each.length)), dictionary, each.archived)
        for each in footer.tables
    ]
    for each, stored in zip(footer.tables, tables, strict=True):
        if stored.entries[-1].head != stored.head:
            raise SegmentBroken(f"table {each.archived.table} does not lead to its head")
    return footer, tables


def _cut(content: bytes, at: Location) -> bytes:
    return content[at.offset : at.offset + at.length]


def _history(stored: Stored) -> _History:
    records = [(each.first, each.record) for each in stored.entries if each.record is not None]
    return _History(stored.seed, list(stored.events), records, stored.entries[0].format.name)


def _compressor(dictionary: bytes) -> ZstdCompressor:
    found = dictionary_of(dictionary)
    if found is None:
        return ZstdCompressor(level=LEVEL, write_checksum=True)
    return ZstdCompressor(level=LEVEL, dict_data=found, write_checksum=True)


def _trained(histories: Sequence[bytes]) -> bytes:
    """Return a dictionary of a hundredth of these histories; none if they are too few for one."""
    wanted = min(LARGEST_DICTIONARY, sum(map(len, histories)) // 100)
    samples: list[bytes | bytearray | memoryview] = []
    size = 0
    for each in histories:
        if size > SAMPLE_BYTES:
            break
        samples.append(each)
        size += len(each)
    if wanted < SMALLEST_DICTIONARY or len(samples) < 16:
        return b""
    try:
        return train_dictionary(wanted, samples, level=LEVEL).as_bytes()
    except ZstdError:
        return b""
