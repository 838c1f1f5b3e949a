"""Follows the hash chain of a bundle: versions, times, salts, leaves, heads."""

import re

from msgspec import MsgspecError, json

from domain.audit.bundle import Bundle
from domain.audit.finding import CheckFailed, Progress, ignore_progress
from domain.audit.format import CommandLine, EventLine
from domain.fairness import chain, salts
from domain.fairness.chain import first_head, next_head
from domain.kernel.ids import Seat
from domain.kernel.messages import Value
from domain.kernel.moments import millis, rfc3339

HEX = re.compile(r"[0-9a-f]{64}")


class _Envelope(Value, frozen=True, forbid_unknown_fields=True):
    at: str
    data: dict[str, object]
    rule: str | None
    seat: Seat | None
    type: str
    version: int


_envelopes = json.Decoder(_Envelope)


class Link(Value, frozen=True):
    """The time and the seat of an event, to compare with those of its command."""

    at: str
    seat: Seat | None


def follow(
    bundle: Bundle, progress: Progress = ignore_progress
) -> tuple[list[str], list[Link | None]]:
    """Return every head, and the link of every visible event; raise CheckFailed if one is wrong."""
    header = bundle.header
    seed = None if header.seed is None else bytes.fromhex(_require_hex(header.seed, None, "seed"))
    head, before = first_head(header.table), ""
    heads: list[str] = []
    links: list[Link | None] = []
    for version, line in enumerate(bundle.events, 1):
        link = None if line.sealed else _checked_link(line, version, seed, before)
        if link is None:
            _check_sealed(line, version, seed)
        else:
            before = link.at
        head = next_head(head, bytes.fromhex(_require_hex(line.leaf, version, "leaf")))
        if line.head != head.hex():
            raise CheckFailed(
                "chain", version, "The head does not follow from the previous head and this event."
            )
        heads.append(line.head)
        links.append(link)
        progress(1)
    if (header.version, header.head) != (len(heads), heads[-1]):
        raise CheckFailed(
            "chain", None, "The number of events or the last head differs from the header."
        )
    return heads, links


def _checked_link(line: EventLine, version: int, seed: bytes | None, before: str) -> Link:
    raw = bytes(line.event)
    try:
        event = _envelopes.decode(raw)
    except MsgspecError as wrong:
        raise CheckFailed("form", version, f"This is not an event: {wrong}.") from None
    if event.version != version or line.version is not None:
        raise CheckFailed(
            "chain", version, f"Event {event.version} is in the place of event {version}."
        )
    if not _is_moment(event.at) or event.at < before:
        raise CheckFailed(
            "chain", version, "Its time is invalid, or earlier than that of the previous event."
        )
    salt = bytes.fromhex(_require_hex(line.salt or "", version, "salt"))
    if seed is not None and salt != salts.salt(seed, version):
        raise CheckFailed("chain", version, "The salt does not follow from the seed.")
    if line.leaf != chain.leaf(salt, raw).hex():
        raise CheckFailed("chain", version, "The leaf is not the hash of the event and its salt.")
    return Link(event.at, event.seat)


def _check_sealed(line: EventLine, version: int, seed: bytes | None) -> None:
    if line.version != version or line.salt is not None:
        raise CheckFailed("chain", version, "A sealed event of another version is in its place.")
    if seed is not None:
        raise CheckFailed("chain", version, "The event is sealed although the table is closed.")


def _require_hex(text: str, version: int | None, what: str) -> str:
    if not HEX.fullmatch(text):
        raise CheckFailed("form", version, f"The {what} is not 64 lower-case hex digits.")
    return text


def _is_moment(text: str) -> bool:
    try:
        return rfc3339(millis(text)) == text
    except (ValueError, OverflowError):
        return False


def check_commands(
    commands: tuple[CommandLine, ...], links: list[Link | None], closed: bool
) -> None:
    """Raise CheckFailed unless each event has one command, with the same time and seat."""
    after = 0
    for command in commands:
        gap = command.first != after + 1 if closed else command.first <= after
        if gap or not command.first <= command.last <= len(links):
            raise CheckFailed(
                "chain", after + 1, "The commands do not cover every event exactly once."
            )
        after = command.last
        link = links[command.last - 1]  # only the last: a fork begins with events of another table
        if link is not None and link != Link(command.at, command.seat):
            raise CheckFailed(
                "chain", after, "The command has another time or seat than its events."
            )
    if closed and after != len(links):
        raise CheckFailed("chain", after + 1, "No command caused this event.")
