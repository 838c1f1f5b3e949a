"""The views of one caller over a range of versions, made in one fold."""

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from api.admission.replay_budget import Work
from api.http.tables import is_inside_commit
from application.lib.slices import SLICE
from application.ports.event_log import in_pages
from application.ports.snapshots import Near
from application.table_cache import TableCache
from domain.judging.codec import decode_history
from domain.judging.fold import fold
from domain.judging.live_table import NO_HEAD, LiveTable
from domain.judging.stored import Entry
from domain.kernel.ids import PlayerId, Seat, Version, millis, rfc3339
from domain.kernel.messages import Value
from domain.table.state import Closed, Running, seats_of
from projections.seat_view.view import ViewAt, describe_decision, encode, game_view, status

MOST = 256  # views in one answer
Every: TypeAlias = Literal["event", "decision"]
Pause: TypeAlias = Callable[[], Awaitable[None]]


class ViewsEnd(Value, frozen=True):
    """The last line of a list of views."""

    next: Annotated[
        Version | None, Meta(description="The version to continue from; null at the end.")
    ]


@dataclass(frozen=True)
class Range:
    """What a caller asked for, after its checks."""

    first: Version
    last: Version
    every: Every
    player: PlayerId | None
    seat: Seat | None  # None: an own seat, or a spectator's view
    closed: bool  # whether the table is closed now: then any seat may be seen

    def tag(self, table: str) -> str:
        """Return the `ETag`: past views of a caller never change."""
        viewer = self.player if self.seat is None else self.seat
        parts = (table, self.first, self.last, self.every, viewer, self.closed)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]

    def cost(self, after: Version) -> int:
        """Return how many events are folded at most, from a snapshot at the version `after`."""
        full = self.first + MOST  # where an answer with a view of every event ends
        return (self.last if self.every == "decision" else min(self.last, full)) - after


async def encode_views(tables: TableCache, work: Work, live: LiveTable, wanted: Range) -> bytes:
    """Return the views as lines of JSON, and a last line with the next version, if there is one."""
    lines: list[bytes] = []
    following: Version | None = None
    near = await tables.past.near(live, wanted.first)
    async with work.replay(wanted.cost(near.version)):
        async for seen in _views(tables, work.traffic.give_way, live, wanted, near):
            if len(lines) == MOST:
                following = seen.version
                break
            lines.append(encode(seen))
    return b"\n".join((*lines, encode(ViewsEnd(following)), b""))


async def _views(
    tables: TableCache, pause: Pause, live: LiveTable, wanted: Range, near: Near
) -> AsyncIterator[ViewAt]:
    """Yield the wanted views; a decision is open only at the end of a commit."""
    then = await tables.past.at(live, near.version, near, pause)
    inside = await is_inside_commit(tables.log, live.table, then.version)
    if (seen := _view(then, wanted, inside)) is not None:
        yield seen
    async for page in in_pages(tables.log, live.table, wanted.last, then.version):
        for entry in page:
            for events in _steps(entry, wanted.every):
                told, at = decode_history(events)
                last = then.version + len(events)
                then.advance(last, NO_HEAD, millis(at), fold(then.state, told))
                inside = last < entry.last or not entry.head
                if (seen := _view(then, wanted, inside)) is not None:
                    yield seen
                if last % SLICE < len(events):
                    await pause()


def _steps(entry: Entry, every: Every) -> Iterator[Sequence[bytes]]:
    """Yield the events of an entry in the steps at which there may be a view."""
    if every == "decision":
        yield entry.events
    else:
        yield from ((event,) for event in entry.events)


def _view(then: LiveTable, wanted: Range, is_inside: bool) -> ViewAt | None:
    """Return the view at this version, unless it is not wanted."""
    if not wanted.first <= then.version <= wanted.last:
        return None
    state = then.state
    if is_inside and isinstance(state, Running):
        state = replace(state, decision=None)  # no decision is open between the events of a command
    decision = describe_decision(state)
    if wanted.every == "decision" and decision is None and not isinstance(state, Closed):
        return None
    own = seats_of(state, wanted.player) if wanted.player else ()
    seat = next(iter(own), None) if wanted.seat is None else wanted.seat
    shown = seat if wanted.closed or seat in own else None
    return ViewAt(then.version, rfc3339(then.at), status(state), decision, game_view(state, shown))
