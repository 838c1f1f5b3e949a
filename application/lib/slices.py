"""Long work in slices: other tasks run between two of them, so no command waits for all of it."""

from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Sequence
from types import coroutine
from typing import TypeAlias

from domain.judging.live_table import LiveTable
from domain.judging.stored import Entry

SLICE = 50  # events; folding them takes one to three milliseconds

Pause: TypeAlias = Callable[[], Awaitable[None]]


@coroutine
def let_others_run() -> Generator[None, None, None]:
    """Yield to the event loop once, whichever loop it is."""
    yield


def _nothing(live: LiveTable) -> None:
    pass


def in_slices(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield the entries, so many at a time that they hold about a slice of events."""
    some: list[Entry] = []
    count = 0
    for entry in entries:
        some.append(entry)
        count += len(entry.events)
        if count >= SLICE:
            yield some
            some, count = [], 0
    if some:
        yield some


async def fold_in_slices(
    live: LiveTable,
    entries: Sequence[Entry],
    pause: Pause = let_others_run,
    after_entry: Callable[[LiveTable], None] = _nothing,
) -> None:
    """Fold a long history slice by slice, with a pause between two slices."""
    last = entries[-1].last if entries else 0
    for is_whole in live.catch_up_by(SLICE, entries):
        if is_whole:
            after_entry(live)
        if live.version < last:
            await pause()
