"""The lines of a bundle, for writers and readers. The format is described in openapi/history.md."""

from binascii import hexlify
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fairness.chain import FORMAT_3
from domain.judging.stored import Ancestor
from domain.kernel.game import Outcome
from domain.kernel.ids import Moment, PlayerId, Seat, Version
from domain.kernel.messages import Value
from domain.table.commands import ForkOf, RulesSource
from domain.table.sandbox import Sandbox
from domain.table.state import Closed, Open, Running, Status

Signature: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{128}\Z", description="64 bytes, as lower-case hex.")
]


class Header(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table, its rules and players, and the version and head that the events lead to.

    `rules` is missing where the opening of the table does not name them, and `sandbox` unless the
    table is one.
    """

    format: str
    """The format of the bundle."""
    table: str
    """The id of the table."""
    game: str
    """The key of the game."""
    rules: RulesSource | UnsetType = UNSET
    """Where the rules of the table can be fetched."""
    rules_version: str
    """The edition of the rules."""
    sandbox: Sandbox | UnsetType = UNSET
    """What was fixed for a sandbox; absent at any other table."""
    components: str
    """The hash of the component data."""
    options: Any
    """The options that the host chose."""
    players: tuple[PlayerId, ...]
    """Ids of the players, by seat."""
    commitment: str
    """The hash of the seed, published before the first draw."""
    fork: ForkOf | None
    """Where this table left another one; null if it did not."""
    status: Status
    """`open` before the start, `running`, or how the table ended; `finished` is the end by the
    rules.
    """
    version: Version
    head: str
    """The head of the hash chain. Keep it as a receipt."""
    seed: str | None
    """The seed of the luck; null before the end."""
    outcome: Outcome | None
    """Places and scores; null before the end."""


class CommandRecord(Value, frozen=True, forbid_unknown_fields=True):
    """A command and the versions of the events it caused; signed where the seat has a key."""

    at: Moment
    by: str
    """The id of the player that sent it, or `clock`."""
    command: msgspec.Raw
    first: Version
    last: Version
    seat: Seat | None
    """The seat, from 0."""
    seen: Version | UnsetType = UNSET
    signature: Signature | UnsetType = UNSET

    def __post_init__(self) -> None:
        seen, signature = self.seen, self.signature
        if (seen is UNSET) != (signature is UNSET) or not (seen is UNSET or 0 < seen < self.first):
            raise ValueError("`seen` is an earlier version; it has a signature, which has `seen`")


class AncestorLine(Value, frozen=True, forbid_unknown_fields=True):
    """A table that a fork descends from, with its commands up to where the fork left it."""

    commands: tuple[msgspec.Raw, ...]
    """The commands of the ancestor, oldest first."""
    head: str
    """The head of the hash chain. Keep it as a receipt."""
    seed: str
    """The seed of the luck."""
    table: str
    """The id of the table."""
    version: Version


class CommandLine(Value, frozen=True, forbid_unknown_fields=True):
    """The record of a command as it was hashed, and its salt; the caller's own before the end."""

    command: msgspec.Raw
    """The command as it was recorded."""
    salt: str
    """The salt of the hash, as hex."""


class EventLine(Value, frozen=True, forbid_unknown_fields=True):
    """An event with its salt and its hash (leaf); no event if it is sealed.

    The first event of a commit has the hash of its command, the last one the head after it.
    """

    leaf: str
    command: str | UnsetType = UNSET
    head: str | UnsetType = UNSET
    event: msgspec.Raw = msgspec.Raw()
    salt: str | None = None
    version: int | None = None

    @property
    def sealed(self) -> bool:
        return not self.event


def header_of(
    state: Open | Running | Closed, version: int, head: str, format_: str = FORMAT_3.name
) -> Header:
    """Return the header for a history that leads to this state."""
    closed = state if isinstance(state, Closed) else None
    running: Literal["open", "running"] = "running" if isinstance(state, Running) else "open"
    return Header(
        format=format_,
        table=state.setup.table,
        game=state.setup.game,
        rules=state.setup.rules or UNSET,
        sandbox=state.setup.sandbox or UNSET,
        rules_version=state.setup.rules_version,
        components=state.setup.components,
        options=state.setup.options,
        players=tuple(sitter.player for sitter in state.sitters),
        commitment=state.setup.commitment,
        fork=state.setup.fork,
        status=closed.reason if closed else running,
        version=version,
        head=head,
        seed=closed.seed if closed else None,
        outcome=closed.outcome if closed else None,
    )


def event_line(
    event: bytes, salt: bytes, leaf: bytes, head: bytes | None, command: bytes | None
) -> bytes:
    """Return the line of an event that the reader may see."""
    fields = (
        _field(b"command", command),
        event,
        _field(b"head", head),
        hexlify(leaf),
        hexlify(salt),
    )
    return b'{%s"event":%s,%s"leaf":"%s","salt":"%s"}' % fields


def sealed_line(version: int, leaf: bytes, head: bytes | None, command: bytes | None) -> bytes:
    """Return the line of an event that is hidden from the reader."""
    fields = (_field(b"command", command), _field(b"head", head), hexlify(leaf), version)
    return b'{%s%s"leaf":"%s","version":%d}' % fields


def ancestor_line(ancestor: Ancestor) -> bytes:
    """Return the line of a table that a fork descends from."""
    return b'{"commands":[%s],"head":"%s","seed":"%s","table":"%s","version":%d}' % (
        b",".join(ancestor.records),
        ancestor.head.hex().encode(),
        ancestor.seed.hex().encode(),
        ancestor.table.encode(),
        ancestor.version,
    )


def command_line(record: bytes, salt: bytes) -> bytes:
    """Return the line of a command that the reader may see."""
    return b'{"command":%s,"salt":"%s"}' % (record, salt.hex().encode())


def _field(name: bytes, hashed: bytes | None) -> bytes:
    return b"" if hashed is None else b'"%s":"%s",' % (name, hexlify(hashed))
