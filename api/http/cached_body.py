"""Answers that are the same for all callers while the process runs."""

import hashlib
from asyncio import to_thread
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from api.http import operation
from api.http.answers import AsgiAnswer
from api.http.compression import (
    FEWEST_BYTES,
    Encoding,
    accepted_encoding,
    compress,
    with_encoding,
)
from api.http.decoding import RequestHeaders, read_headers
from api.http.injection import AnyRequest
from api.transport.answer import Answer, encoded_headers, has_copy
from api.transport.links import prefix_of
from api.transport.turn import NotQuick

T = TypeVar("T")
REVALIDATE = "public, no-cache"  # a copy is used after the server has confirmed its tag
REPLACED = (b"cache-control", b"content-length")


class Cached(AsgiAnswer, Generic[T]):
    """A constant, or 304 for a caller who has it."""

    answers = (
        operation.Answer(None, headers=("ETag", "Cache-Control")),
        operation.Answer(None, 304, ("ETag",)),
    )


class CachedBody:
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
        self._not_modified = Answer(304, encoded_headers(self._headers), b"")
        text = media_type.startswith("text/") and "charset" not in media_type
        self._headers["Content-Type"] = f"{media_type}; charset=utf-8" if text else media_type
        self._answers: dict[Encoding | None, Answer] = {}

    async def response(self, request: AnyRequest, lasting: bool = True) -> Cached[Any]:
        """Return the body, or 304 if the caller has it.

        Unless it is `lasting`, a copy must be confirmed, whatever its headers say.
        """
        sent = read_headers(request.scope)
        encoding = self._encoding(sent)
        known = sent.values.get(b"if-none-match", b"").decode("latin-1")
        if encoding not in self._answers:
            await self._make(encoding)
        answer = self._to(known, encoding)
        if not lasting:
            others = [each for each in answer.headers if each[0] not in REPLACED]
            headers = [*others, (b"cache-control", REVALIDATE.encode())]
            answer = Answer(answer.status, headers, answer.body)
        return Cached(answer)

    def quick(self, scope: Any, headers: RequestHeaders) -> Answer:
        """Return the same without waiting; the framework checks parameters, and compresses."""
        encoding, known = self._encoding(headers), headers.if_none_match
        if scope["query_string"] or headers.has_repeated or encoding not in self._answers:
            raise NotQuick
        return self._to(known, encoding)

    def _to(self, known: str | None, encoding: Encoding | None) -> Answer:
        return self._not_modified if has_copy(known, self.tag) else self._answers[encoding]

    def _encoding(self, headers: RequestHeaders) -> Encoding | None:
        if len(self.content) < FEWEST_BYTES:
            return None
        return accepted_encoding(headers.values.get(b"accept-encoding", b"").decode("latin-1"))

    async def _make(self, encoding: Encoding | None) -> None:
        content, headers = self.content, self._headers
        if encoding is not None:
            content = await to_thread(compress, content, encoding)
            headers = {**headers, "Content-Encoding": encoding}
        self._answers[encoding] = Answer(200, encoded_headers(headers), content)


def quickly(constant: Callable[..., CachedBody]) -> Callable[..., Answer]:
    """Return the quick way of a constant by the prefix and the values of a path."""

    def quick(scope: Any, headers: RequestHeaders, *values: str) -> Answer:
        return constant(prefix_of(scope), *values).quick(scope, headers)

    return quick
