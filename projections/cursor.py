"""Cursors of lists: the position after which a page begins, opaque to clients."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode


def encode_cursor(position: str) -> str:
    return urlsafe_b64encode(position.encode()).decode().rstrip("=")


def decode_cursor(cursor: str, pattern: re.Pattern[str]) -> str:
    """Return the position behind a cursor of this list; raises ValueError for anything else."""
    try:
        position = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except ValueError:  # also text that is not ASCII or not UTF-8
        position = ""
    if not pattern.fullmatch(position) or encode_cursor(position) != cursor:
        raise ValueError("not a cursor of this list")
    return position
