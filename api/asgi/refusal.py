"""The answers to requests that never reach the framework."""

from msgspec import json

from api.problems.catalogue import CODES, problem_fields
from api.transport.reader import Refusal

RETRY_AFTER = b"retry-after: 1\r\n"


def problem_answer(refusal: Refusal, prefix: str = "") -> bytes:
    """Return a whole HTTP answer; `prefix` is that of the paths of this server."""
    known = CODES[refusal.code]
    fields = problem_fields(known, f"{prefix}/", prefix)
    if refusal.detail is not None:
        fields["detail"] = refusal.detail
    body = json.encode(fields)
    return (
        b"HTTP/1.1 %d %s\r\ncontent-type: application/problem+json\r\n"
        b"x-content-type-options: nosniff\r\n%s"
        b"content-length: %d\r\nconnection: close\r\n\r\n%s"
    ) % (
        known.status,
        known.title.encode(),
        RETRY_AFTER if known.status == 503 else b"",
        len(body),
        body,
    )
