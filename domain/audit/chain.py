"""Follows the hash chain of a bundle: versions, times, salts, leaves, heads."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, MsgspecError, json

from domain.audit.bundle import HEX, Bundle
from domain.audit.decoded_history import decode_record
from domain.audit.finding import WHOLE, CheckFailed, Progress, ignore_progress
from domain.audit.format import CommandLine, CommandRecord, EventLine
from domain.fairness import chain
from domain.fairness.chain import MOST_EVENTS, Format, command_salt, first_head, salt
from domain.kernel.ids import Seat, millis, rfc3339
from domain.kernel.messages import Value
from domain.table.commands import ForkTable

FORK = f'"type":"{ForkTable.__struct_config__.tag}"'.encode()


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
) -> tuple[dict[int, str], list[Link | None]]:
    """Return the heads by version, and the link of every visible event.

    Raises CheckFailed if one is wrong.
    """
    header, before = bundle.header, ""
    seed = None if header.seed is None else bytes.fromhex(_require_hex(header.seed, WHOLE, "seed"))
    head = first_head(header.table)
    heads: dict[int, str] = {}
    links: list[Link | None] = []
    for first, lines in _commits(bundle.events):
        for version, line in enumerate(lines, first):
            expected = None if seed is None else salt(seed, version)
            link = None if line.sealed else _checked_link(line, version, expected, before)
            if link is None:
                _check_sealed(line, version, seed)
            before = before if link is None else link.at
            links.append(link)
            progress(1)
        shown, head = _heads(bundle.format, head, first, lines)
        for version, (line, after) in enumerate(zip(lines, shown, strict=True), first):
            if (line.head or None) != after:
                why = "The head does not follow from the previous head and this commit."
                raise CheckFailed("chain", version, why, field="head")
            if after is not None:
                heads[version] = after
    if (header.version, header.head) != (len(links), head.hex()):
        raise CheckFailed(
            "chain",
            WHOLE,
            "The number of events or the last head differs from the header.",
            field="header.head",
        )
    return heads, links


def _commits(events: Sequence[EventLine]) -> Iterator[tuple[int, Sequence[EventLine]]]:
    """Yield the first version and the lines of each commit: its first line has its command."""
    starts = [version for version, line in enumerate(events, 1) if line.command is not UNSET]
    if starts[:1] != [1]:
        raise CheckFailed("chain", 1, "No command caused this event.", field="command")
    for first, end in zip(starts, (*starts[1:], len(events) + 1), strict=True):
        yield first, events[first - 1 : end - 1]


def _heads(
    format_: Format, head: bytes, first: int, lines: Sequence[EventLine]
) -> tuple[list[str | None], bytes]:
    """Return what the lines of a commit must show as heads, and the head after it."""
    command: bytes | None = bytes.fromhex(
        _require_hex(lines[0].command or "", first, "leaf of the command")
    )
    leaves = [
        bytes.fromhex(_require_hex(line.leaf, version, "leaf"))
        for version, line in enumerate(lines, first)
    ]
    shown: list[str | None] = []
    for start in range(0, len(leaves), MOST_EVENTS):
        part = leaves[start : start + MOST_EVENTS]
        if format_.heads is not None:
            shown += [each.hex() for each in format_.heads(head, command, part)]
        head = format_.next_head(head, command, part)
        command = None
    return shown or [*[None] * (len(leaves) - 1), head.hex()], head


def _checked_link(line: EventLine, version: int, expected: bytes | None, before: str) -> Link:
    raw = bytes(line.event)
    try:
        event = _envelopes.decode(raw)
    except MsgspecError as wrong:
        raise CheckFailed("form", version, f"This is not an event: {wrong}.", "event") from None
    if event.version != version or line.version is not None:
        raise CheckFailed(
            "chain",
            version,
            f"Event {event.version} is in the place of event {version}.",
            field="event.version",
        )
    if not _is_moment(event.at) or event.at < before:
        raise CheckFailed(
            "chain",
            version,
            "Its time is invalid, or earlier than that of the previous event.",
            field="event.at",
        )
    own = bytes.fromhex(_require_hex(line.salt or "", version, "salt"))
    if expected is not None and own != expected:
        raise CheckFailed("chain", version, "The salt does not follow from the seed.", field="salt")
    if line.leaf != chain.leaf(own, raw).hex():
        raise CheckFailed(
            "chain", version, "The leaf is not the hash of the event and its salt.", field="leaf"
        )
    return Link(event.at, event.seat)


def _check_sealed(line: EventLine, version: int, seed: bytes | None) -> None:
    if line.version != version or line.salt is not None:
        raise CheckFailed(
            "chain", version, "A sealed event of another version is in its place.", field="version"
        )
    if seed is not None:
        raise CheckFailed(
            "chain", version, "The event is sealed although the table is closed.", field="event"
        )


def _require_hex(text: str, version: int, what: str) -> str:
    if not HEX.fullmatch(text):
        why = f"The {what} is not 64 lower-case hex digits."
        raise CheckFailed("form", version, why, field=what.split()[0])
    return text


def _is_moment(text: str) -> bool:
    try:
        return rfc3339(millis(text)) == text
    except (ValueError, OverflowError):
        return False


def check_commands(bundle: Bundle, links: list[Link | None]) -> tuple[CommandRecord, ...]:
    """Return the commands; raise CheckFailed unless each one is the one on the chain.

    Once the seed is known, every event has a command.
    """
    seed = None if bundle.header.seed is None else bytes.fromhex(bundle.header.seed)
    records: list[CommandRecord] = []
    after = 0
    for line in bundle.commands:
        record = decode_record(bytes(line.command), after + 1)
        gap = record.first != after + 1 if seed else record.first <= after
        if gap or not record.first <= record.last <= len(links):
            raise CheckFailed(
                "chain",
                after + 1,
                "The commands do not cover every event exactly once.",
                field="command.first",
            )
        _check_command_leaf(bundle, line, record, seed)
        _check_caused_events(record, links)
        after = record.last
        records.append(record)
    if seed and after != len(links):
        raise CheckFailed("chain", after + 1, "No command caused this event.", field="command")
    return tuple(records)


def _check_command_leaf(
    bundle: Bundle, line: CommandLine, record: CommandRecord, seed: bytes | None
) -> None:
    first = record.first
    own = bytes.fromhex(_require_hex(line.salt, first, "salt of the command"))
    if seed is not None and own != command_salt(seed, first):
        raise CheckFailed(
            "chain",
            first,
            "The salt of the command does not follow from the seed.",
            field="command.salt",
        )
    if bundle.events[first - 1].command != chain.command_leaf(own, bytes(line.command)).hex():
        raise CheckFailed(
            "chain", first, "The command is not the one that is on the chain.", field="command"
        )
    for version in range(first + 1, record.last + 1):
        if bundle.events[version - 1].command is not UNSET:
            raise CheckFailed("chain", version, "Another command begins here.", field="command")
    if bundle.events[record.last - 1].head is UNSET:
        why = "The last event of the command is not the end of a commit."
        raise CheckFailed("chain", first, why, field="command.last")


def _check_caused_events(record: CommandRecord, links: list[Link | None]) -> None:
    """Compare time and seat; of a fork only the last event, as the others are copies."""
    is_fork = FORK in bytes(record.command)
    for version in range(record.last if is_fork else record.first, record.last + 1):
        link = links[version - 1]
        if link is not None and link != Link(record.at, record.seat):
            field = "event.seat" if link.at == record.at else "event.at"
            why = "The command has another time or seat than its events."
            raise CheckFailed("chain", version, why, field)
