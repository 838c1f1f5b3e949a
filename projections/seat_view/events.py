"""The events of a table as one caller may see them."""

from collections.abc import Iterable

from msgspec import json

from domain.fairness import chain
from domain.judging.codec import RecordedEvent
from domain.judging.commit import SaltedEvent
from domain.kernel.ids import Seat
from projections.seat_view.names import Narrator


def encode_visible_events(
    events: Iterable[SaltedEvent], seats: Iterable[Seat], public: bool, narrator: Narrator | None
) -> bytes:
    """Return a JSON array of the events as a caller with these seats may see them."""
    own = frozenset(seats)
    return b"[" + b",".join(encode_visible_event(e, own, public, narrator) for e in events) + b"]"


def encode_visible_event(
    event: SaltedEvent, seats: frozenset[Seat], public: bool, narrator: Narrator | None
) -> bytes:
    """Return the stored bytes with their salt, or only the seal of a hidden event."""
    recorded = event.recorded
    command = b"" if event.command is None else b',"command":"%s"' % event.command.hex().encode()
    if not public and not recorded.event.audience().hears(seats):
        return b'{"version":%d,"sealed":"%s"%s}' % (
            recorded.version,
            chain.leaf(event.salt, event.raw).hex().encode(),
            command,
        )
    return b'%s,"salt":"%s"%s%s}' % (
        event.raw[:-1],
        event.salt.hex().encode(),
        command,
        _sentence(recorded, narrator),
    )


def _sentence(recorded: RecordedEvent, narrator: Narrator | None) -> bytes:
    if narrator is None:
        return b""
    return b',"sentence":' + json.encode(narrator.sentence(recorded.event))
