"""Compression as the caller accepts it."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from typing import Any

import pytest
import zstandard

from api.http.compression import accepted_encoding, compress, compress_stream


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("zstd;q=0.5, gzip", "gzip"),
        ("gzip;q=0, zstd;q=0", None),
        ("*", "zstd"),
        ("*;q=0.1, zstd;q=0", "gzip"),
        ("GZIP", "gzip"),
        ("gzip;q=x", None),
        ("br", None),
    ],
)
def test_the_best_of_what_is_accepted(accepted: str, encoding: str | None) -> None:
    assert accepted_encoding(accepted) == encoding


def unpacked(content: bytes, encoding: str) -> bytes:
    if encoding == "gzip":
        return gzip.decompress(content)
    return zstandard.ZstdDecompressor().decompressobj().decompress(content)


@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
def test_nothing_is_lost(encoding: Any) -> None:
    content = b"snail" * 10_000
    assert unpacked(compress(content, encoding), encoding) == content
    assert compress(content, encoding) == compress(content, encoding)

    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, len(content), 777):
            yield content[start : start + 777]

    async def streamed() -> bytes:
        return b"".join([each async for each in compress_stream(chunks(), encoding)])

    packed = asyncio.run(streamed())
    assert unpacked(packed, encoding) == content
    assert len(packed) < len(content) / 20
