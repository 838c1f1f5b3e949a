"""The chain of a bundle is followed link by link: numbers, times, salts, leaves, heads."""

import re

from msgspec import MsgspecError, json

from domain.audit.bundle import Bundle
from domain.audit.finding import Flawed, Progress, silent
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
    """What the commands are compared with."""

    at: str
    seat: Seat | None


def followed(bundle: Bundle, progress: Progress = silent) -> tuple[list[str], list[Link | None]]:
    """Every head, and the link of every event that is not sealed; raises Flawed."""
    header = bundle.header
    seed = None if header.seed is None else bytes.fromhex(_hex(header.seed, None, "seed"))
    head, before = first_head(header.table), ""
    heads: list[str] = []
    links: list[Link | None] = []
    for version, line in enumerate(bundle.events, 1):
        link = None if line.sealed else _link(line, version, seed, before)
        if link is None:
            _sealed(line, version, seed)
        else:
            before = link.at
        head = next_head(head, bytes.fromhex(_hex(line.leaf, version, "leaf")))
        if line.head != head.hex():
            raise Flawed("chain", version, "The head does not follow from the one before.")
        heads.append(line.head)
        links.append(link)
        progress(1)
    if (header.version, header.head) != (len(heads), heads[-1]):
        raise Flawed(
            "chain", None, "The header tells of another number of events, or another head."
        )
    return heads, links


def _link(line: EventLine, version: int, seed: bytes | None, before: str) -> Link:
    raw = bytes(line.event)
    try:
        event = _envelopes.decode(raw)
    except MsgspecError as wrong:
        raise Flawed("form", version, f"This is not an event: {wrong}.") from None
    if event.version != version or line.version is not None:
        raise Flawed("chain", version, f"Event {event.version} stands in the place of {version}.")
    if not _moment(event.at) or event.at < before:
        raise Flawed("chain", version, "Its time is before that of the event before, or no time.")
    salt = bytes.fromhex(_hex(line.salt or "", version, "salt"))
    if seed is not None and salt != salts.salt(seed, version):
        raise Flawed("chain", version, "The salt does not follow from the seed.")
    if line.leaf != chain.leaf(salt, raw).hex():
        raise Flawed("chain", version, "The leaf is not the hash of the event and its salt.")
    return Link(event.at, event.seat)


def _sealed(line: EventLine, version: int, seed: bytes | None) -> None:
    if line.version != version or line.salt is not None:
        raise Flawed("chain", version, "A sealed event of another version is in its place.")
    if seed is not None:
        raise Flawed("chain", version, "It is sealed, though the table is closed.")


def _hex(text: str, version: int | None, what: str) -> str:
    if not HEX.fullmatch(text):
        raise Flawed("form", version, f"The {what} is not 64 lower-case hex digits.")
    return text


def _moment(text: str) -> bool:
    try:
        return rfc3339(millis(text)) == text
    except (ValueError, OverflowError):
        return False


def covered(commands: tuple[CommandLine, ...], links: list[Link | None], closed: bool) -> None:
    """Every event of a closed table was caused by one command, and says when and by whom."""
    after = 0
    for command in commands:
        gap = command.first != after + 1 if closed else command.first <= after
        if gap or not command.first <= command.last <= len(links):
            raise Flawed("chain", after + 1, "The commands do not cover the events one by one.")
        after = command.last
        link = links[command.last - 1]  # a fork begins with events of another table
        if link is not None and link != Link(command.at, command.seat):
            raise Flawed("chain", after, "Its command tells another time, or another seat.")
    if closed and after != len(links):
        raise Flawed("chain", after + 1, "No command has caused it.")
