"""The lines of a bundle, for writers and readers. The format is described in openapi/history.md."""

from typing import Any, Literal

import msgspec

from domain.kernel.ids import Moment, PlayerId, Seat, Version
from domain.kernel.messages import Value
from domain.kernel.outcome import Outcome
from domain.table.commands import ForkOf
from domain.table.state import Closed, Open, Running

FORMAT = "ludotheque/history/1"


class Header(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table, its rules and players, and the version and head that the events lead to."""

    format: str
    table: str
    game: str
    rules_version: str
    components: str
    options: Any
    players: tuple[PlayerId, ...]
    commitment: str
    fork: ForkOf | None
    status: Literal["open", "running", "finished", "abandoned"]
    version: Version
    head: str
    seed: str | None
    outcome: Outcome | None


class CommandLine(Value, frozen=True, forbid_unknown_fields=True):
    """A command, and the versions of its events. Before the end you get only your own commands."""

    at: Moment
    by: str
    command: msgspec.Raw
    first: Version
    key: str | None
    last: Version
    seat: Seat | None


class EventLine(Value, frozen=True, forbid_unknown_fields=True):
    """An event with its salt, its hash (leaf) and the head after it; no event if it is sealed."""

    head: str
    leaf: str
    event: msgspec.Raw = msgspec.Raw()
    salt: str | None = None
    version: int | None = None

    @property
    def sealed(self) -> bool:
        return not self.event


def header_of(state: Open | Running | Closed, version: int, head: str) -> Header:
    """Return the header for a history that leads to this state."""
    closed = state if isinstance(state, Closed) else None
    running: Literal["open", "running"] = "running" if isinstance(state, Running) else "open"
    return Header(
        format=FORMAT,
        table=state.setup.table,
        game=state.setup.game,
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


def event_line(event: bytes, salt: bytes, leaf: bytes, head: bytes) -> bytes:
    """Return the line of an event that the reader may see."""
    return b'{"event":%s,"head":"%s","leaf":"%s","salt":"%s"}' % (
        event,
        head.hex().encode(),
        leaf.hex().encode(),
        salt.hex().encode(),
    )


def sealed_line(version: int, leaf: bytes, head: bytes) -> bytes:
    """Return the line of an event that is hidden from the reader."""
    return b'{"head":"%s","leaf":"%s","version":%d}' % (
        head.hex().encode(),
        leaf.hex().encode(),
        version,
    )
