"""Follows the hash chain of a bundle: versions, times, salts, leaves, heads."""

from msgspec import MsgspecError, json

from domain.audit.bundle import HEX, Bundle
from domain.audit.decoded_history import decode_record
from domain.audit.finding import WHOLE, CheckFailed, Progress, ignore_progress
from domain.audit.format import CommandLine, CommandRecord, EventLine
from domain.fairness import chain, salts
from domain.fairness.chain import first_head, next_head
from domain.kernel.ids import Seat
from domain.kernel.messages import Value
from domain.kernel.moments import millis, rfc3339
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
) -> tuple[list[str], list[Link | None]]:
    """Return every head, and the link of every visible event; raise CheckFailed if one is wrong."""
    header = bundle.header
    seed = None if header.seed is None else bytes.fromhex(_require_hex(header.seed, WHOLE, "seed"))
    head, before = first_head(header.table), ""
    heads: list[str] = []
    links: list[Link | None] = []
    for version, line in enumerate(bundle.events, 1):
        link = None if line.sealed else _checked_link(line, version, seed, before)
        if link is None:
            _check_sealed(line, version, seed)
        else:
            before = link.at
        if line.command is not None:
            command = _require_hex(line.command, version, "leaf of the command")
            head = chain.command_head(head, bytes.fromhex(command))
        head = next_head(head, bytes.fromhex(_require_hex(line.leaf, version, "leaf")))
        if line.head != head.hex():
            raise CheckFailed(
                "chain",
                version,
                "The head does not follow from the previous head and this event.",
                field="head",
            )
        heads.append(line.head)
        links.append(link)
        progress(1)
    if (header.version, header.head) != (len(heads), heads[-1]):
        raise CheckFailed(
            "chain",
            WHOLE,
            "The number of events or the last head differs from the header.",
            field="header.head",
        )
    return heads, links


def _checked_link(line: EventLine, version: int, seed: bytes | None, before: str) -> Link:
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
    salt = bytes.fromhex(_require_hex(line.salt or "", version, "salt"))
    if seed is not None and salt != salts.salt(seed, version):
        raise CheckFailed("chain", version, "The salt does not follow from the seed.", field="salt")
    if line.leaf != chain.leaf(salt, raw).hex():
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
    salt = bytes.fromhex(_require_hex(line.salt, first, "salt of the command"))
    if seed is not None and salt != salts.command_salt(seed, first):
        raise CheckFailed(
            "chain",
            first,
            "The salt of the command does not follow from the seed.",
            field="command.salt",
        )
    if bundle.events[first - 1].command != chain.command_leaf(salt, bytes(line.command)).hex():
        raise CheckFailed(
            "chain", first, "The command is not the one that is on the chain.", field="command"
        )
    for version in range(first + 1, record.last + 1):
        if bundle.events[version - 1].command is not None:
            raise CheckFailed("chain", version, "Another command begins here.", field="command")


def _check_caused_events(record: CommandRecord, links: list[Link | None]) -> None:
    """Compare time and seat; of a fork only the last event, as the others are copies."""
    is_fork = FORK in bytes(record.command)
    for version in range(record.last if is_fork else record.first, record.last + 1):
        link = links[version - 1]
        if link is not None and link != Link(record.at, record.seat):
            field = "event.seat" if link.at == record.at else "event.at"
            why = "The command has another time or seat than its events."
            raise CheckFailed("chain", version, why, field)
