"""Answers that are the same for all callers while the process runs."""

import hashlib
from asyncio import to_thread
from collections.abc import Mapping
from typing import Any

from litestar import Response

from api.http.compression import (
    FEWEST_BYTES,
    Encoding,
    accepted_encoding,
    compress,
    with_encoding,
)
from api.http.params import AnyRequest
from api.transport.answer import has_copy

REVALIDATE = "public, no-cache"  # a copy is used after the server has confirmed its tag


class Constant:
    """A body with its `ETag`, compressed once for each encoding."""

    def __init__(
        self,
        content: bytes,
        media_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.content = content
        self.media_type = media_type
        self.tag = hashlib.sha256(content).hexdigest()[:32]
        self._headers = {"Cache-Control": REVALIDATE, **(headers or {}), "ETag": f'"{self.tag}"'}
        self._headers["Vary"] = with_encoding(headers or {})
        self._packed: dict[Encoding, bytes] = {}

    async def response(self, request: AnyRequest) -> Response[Any]:
        """Return the body, or 304 if the caller has it."""
        known = request.headers.get("if-none-match")
        if has_copy(known, self.tag):
            return Response(b"", status_code=304, headers=self._headers)
        encoding = accepted_encoding(request)
        if encoding is None or len(self.content) < FEWEST_BYTES:
            return Response(self.content, media_type=self.media_type, headers=self._headers)
        packed = await self._compressed(encoding)
        headers = {**self._headers, "Content-Encoding": encoding}
        return Response(packed, media_type=self.media_type, headers=headers)

    async def _compressed(self, encoding: Encoding) -> bytes:
        if encoding not in self._packed:
            self._packed[encoding] = await to_thread(compress, self.content, encoding)
        return self._packed[encoding]
