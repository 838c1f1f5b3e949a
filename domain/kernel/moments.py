"""Points in time as text (RFC 3339, UTC) and as milliseconds since 1970."""

from datetime import UTC, datetime
from functools import lru_cache


@lru_cache(maxsize=1024)  # a command, its events and its deadline have few moments
def rfc3339(ms: int) -> str:
    """Return the text for milliseconds since 1970."""
    return f"{_second(ms // 1000)}.{ms % 1000:03d}Z"


@lru_cache(maxsize=1024)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


@lru_cache(maxsize=16_384)  # the same deadlines and commit times are parsed again and again
def millis(text: str) -> int:
    """Return the inverse of `rfc3339`."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
