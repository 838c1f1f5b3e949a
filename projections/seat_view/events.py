"""The events of a table as one caller may see them."""

from binascii import hexlify
from collections.abc import Iterable, Sequence

from msgspec import json

from domain.judging.commit import SaltedEvent
from domain.kernel.ids import Seat
from domain.kernel.words.names import GivenNames
from domain.table.end_events import TableClosed

_encode = json.Encoder().encode


def encode_visible_events(
    events: Iterable[SaltedEvent], seats: Iterable[Seat], public: bool, narrator: GivenNames | None
) -> bytes:
    """Return a JSON array of the events as a caller with these seats may see them."""
    own = frozenset(seats)
    return b"[%s]" % b",".join([encode_visible_event(e, own, public, narrator) for e in events])


def encode_receipt(
    version: int,
    head: bytes,
    events: Sequence[SaltedEvent],
    seats: Iterable[Seat],
    narrator: GivenNames | None,
    more: bytes = b"",
) -> bytes:
    """Return version, head and events of a command, as its player may see them."""
    own, salt = frozenset(seats), events[0].command_salt
    assert salt is not None  # a receipt begins with the first event of its commit
    # If the table was closed, all is public, also when the key is repeated.
    closes = TableClosed in [type(each.recorded.event) for each in events]
    shown = b",".join([encode_visible_event(each, own, closes, narrator) for each in events])
    ends = (version, hexlify(head), hexlify(salt), more, shown)
    return b'{"version":%d,"head":"%s","command_salt":"%s",%s"events":[%s]}' % ends


def encode_visible_event(
    event: SaltedEvent, seats: frozenset[Seat], public: bool, narrator: GivenNames | None
) -> bytes:
    """Return the stored bytes with their salt, or only the seal of a hidden event."""
    own = event.recorded.event.audience().seats
    if public or own is None or not own.isdisjoint(seats):
        return encode_open_event(event, narrator)
    return encode_sealed_event(event)


def encode_open_event(event: SaltedEvent, narrator: GivenNames | None) -> bytes:
    """Return the stored bytes with their salt, for a caller who may see the event."""
    more = _ends(event)
    if narrator is not None:
        more += b',"sentence":' + _encode(narrator.sentence(event.recorded.event))
    return b'%b,"salt":"%b"%b}' % (event.raw[:-1], hexlify(event.salt), more)


def encode_sealed_event(event: SaltedEvent) -> bytes:
    """Return only the seal of the event, for a caller who may not see it."""
    more = _ends(event)
    seal = hexlify(event.leaf)
    return b'{"version":%d,"sealed":"%b"%b}' % (event.recorded.version, seal, more)


def _ends(event: SaltedEvent) -> bytes:
    """Return the command of the first event of a commit, and the head of the last one."""
    if event.command is None and event.head is None:
        return b""
    command = b"" if event.command is None else b',"command":"%b"' % hexlify(event.command)
    return command if event.head is None else b'%b,"head":"%b"' % (command, hexlify(event.head))
