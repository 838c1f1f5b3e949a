"""The events of a table as one caller may see them."""

from binascii import hexlify
from collections.abc import Iterable

from msgspec import json

from domain.judging.codec import RecordedEvent
from domain.judging.commit import SaltedEvent
from domain.kernel.ids import Seat
from projections.seat_view.names import Narrator


def encode_visible_events(
    events: Iterable[SaltedEvent], seats: Iterable[Seat], public: bool, narrator: Narrator | None
) -> bytes:
    """Return a JSON array of the events as a caller with these seats may see them."""
    own = frozenset(seats)
    return b"[%s]" % b",".join([encode_visible_event(e, own, public, narrator) for e in events])


def encode_visible_event(
    event: SaltedEvent, seats: frozenset[Seat], public: bool, narrator: Narrator | None
) -> bytes:
    """Return the stored bytes with their salt, or only the seal of a hidden event."""
    recorded = event.recorded
    command = b"" if event.command is None else b',"command":"%s"' % hexlify(event.command)
    if not public and not recorded.event.audience().hears(seats):
        return b'{"version":%d,"sealed":"%s"%s}' % (
            recorded.version,
            hexlify(event.leaf),
            command,
        )
    return b'%s,"salt":"%s"%s%s}' % (
        event.raw[:-1],
        hexlify(event.salt),
        command,
        _sentence(recorded, narrator),
    )


def _sentence(recorded: RecordedEvent, narrator: Narrator | None) -> bytes:
    if narrator is None:
        return b""
    return b',"sentence":' + json.encode(narrator.sentence(recorded.event))
