"""The cursor of the feed: the position in every partition, packed into one opaque text."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator

from application.ports.feeds import START, Id, Positions

FORMAT = 1
MOST = 2**53  # of a time or a number
MOST_CHARACTERS = 1_200  # of the cursor of 64 partitions whose clocks differ by years


def encode_cursor(positions: Positions) -> str:
    """Return the cursor: the newest time, then how far each partition is behind it.

    An id is almost always the first of its millisecond, so its number takes no byte then.
    """
    newest = max(ms for ms, _ in positions)
    packed = bytearray([FORMAT])
    _put(packed, newest)
    for ms, number in positions:
        if (ms, number) == START:
            _put(packed, 0)
            continue
        _put(packed, 1 + (newest - ms << 1 | (number > 0)))
        if number:
            _put(packed, number)
    return urlsafe_b64encode(packed).decode().rstrip("=")


def decode_cursor(cursor: str, partitions: int) -> Positions:
    """Return the positions behind a cursor; raises ValueError for anything else."""
    packed = iter(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    if next(packed, None) != FORMAT:
        raise ValueError("not a cursor of the feed")
    newest = _take(packed)
    positions = tuple(_position(packed, newest) for _ in range(partitions))
    if encode_cursor(positions) != cursor:
        raise ValueError("not a cursor of the feed")
    return positions


def _position(packed: Iterator[int], newest: int) -> Id:
    behind = _take(packed)
    if not behind:
        return START
    ms, number = newest - (behind - 1 >> 1), _take(packed) if behind - 1 & 1 else 0
    if ms < 0:
        raise ValueError("a time before 1970")
    return ms, number


def _put(packed: bytearray, number: int) -> None:
    """Append a number, seven bits in each byte, the lowest first."""
    while number >= 0x80:
        packed.append(number & 0x7F | 0x80)
        number >>= 7
    packed.append(number)


def _take(packed: Iterator[int]) -> int:
    number = shift = 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number
        shift += 7
        if number >= MOST:
            break
    raise ValueError("a number that does not end")
