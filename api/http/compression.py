"""Compression of large answers with zstd or gzip, as `Accept-Encoding` asks for.

Only answers without a secret that a page of another site could guess byte by byte are compressed:
histories, views, and what is the same for all callers.
"""

import gzip
import re
import zlib
from asyncio import to_thread
from collections.abc import AsyncIterator, Mapping
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

import zstandard
from litestar import Response

from api.http.injection import AnyRequest

Encoding: TypeAlias = Literal["zstd", "gzip"]
FEWEST_BYTES = 1024  # of an answer that is compressed
GZIP_LEVEL = 6
ZSTD_LEVEL = 6
GZIP_FORMAT = 31  # for zlib: the largest window, with the head and the check sum of gzip
_PREFERRED: tuple[Encoding, ...] = ("zstd", "gzip")
_CODING = re.compile(r"\s*([a-z*]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")
NDJSON, TEXT = "application/x-ndjson", "text/plain"
AS_TEXT = {TEXT: "The same lines as text, for clients that do not know the other media type."}


class Compressor(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...

    def flush(self) -> bytes: ...


@lru_cache(maxsize=256)  # callers send few different ones
def accepted_encoding(accepted: str) -> Encoding | None:
    """Return how to compress an answer, by `Accept-Encoding`; None for not at all."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        if found := _CODING.fullmatch(part):
            weights[found[1]] = float(found[2] or 1)
    others = weights.get("*", 0.0)
    usable = [each for each in _PREFERRED if weights.get(each, others) > 0]
    return max(usable, key=lambda each: weights.get(each, others), default=None)


def compress(content: bytes, encoding: Encoding) -> bytes:
    """Return the compressed content; the same for the same content."""
    if encoding == "zstd":
        return zstandard.ZstdCompressor(level=ZSTD_LEVEL).compress(content)
    return gzip.compress(content, GZIP_LEVEL, mtime=0)


def lines_type(request: AnyRequest) -> str:
    """Return the media type of JSON lines: a text if the caller asks for that."""
    return TEXT if TEXT in request.headers.get("accept", "") else NDJSON


async def compressed(
    request: AnyRequest, content: bytes, media_type: str, headers: Mapping[str, str]
) -> Response[bytes]:
    """Return an answer, compressed in another thread if the caller accepts that."""
    encoding = accepted_encoding(request.headers.get("accept-encoding", ""))
    sent = {**headers, "Vary": with_encoding(headers)}
    if encoding is not None and len(content) >= FEWEST_BYTES:
        content = await to_thread(compress, content, encoding)
        sent["Content-Encoding"] = encoding
    return Response(content, media_type=media_type, headers=sent)


async def compress_stream(chunks: AsyncIterator[bytes], encoding: Encoding) -> AsyncIterator[bytes]:
    """Yield the compressed chunks of a stream."""
    compressor = _compressor(encoding)
    async for chunk in chunks:
        if packed := compressor.compress(chunk):
            yield packed
    yield compressor.flush()


def with_encoding(headers: Mapping[str, str]) -> str:
    """Return the value of `Vary` with `Accept-Encoding` added."""
    before = headers.get("Vary")
    return f"{before}, Accept-Encoding" if before else "Accept-Encoding"


def _compressor(encoding: Encoding) -> Compressor:
    if encoding == "zstd":
        return zstandard.ZstdCompressor(level=ZSTD_LEVEL).compressobj()
    return zlib.compressobj(GZIP_LEVEL, wbits=GZIP_FORMAT)
