"""The cursor of the feed: the id of the last entry that a caller has, as an opaque text."""

import re

from application.ports.feeds import Id
from projections import cursor as cursors

POSITION = re.compile(r"(0|[1-9][0-9]{0,15})-(0|[1-9][0-9]{0,15})")
MOST_CHARACTERS = 1_200  # those of 0.3.0 had a position in each of 64 partitions
OF_0_3_0 = re.compile(r"A[Q-Za-f][A-Za-z0-9_-]{85,}")


def encode_cursor(position: Id) -> str:
    return cursors.encode_cursor(f"{position[0]}-{position[1]}")


def decode_cursor(cursor: str) -> Id | None:
    """Return the position behind a cursor, None if 0.3.0 has given it; raises ValueError."""
    if OF_0_3_0.fullmatch(cursor):
        return None
    ms, _, number = cursors.decode_cursor(cursor, POSITION).partition("-")
    return int(ms), int(number)
