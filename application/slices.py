"""Long work in slices: other tasks run between two of them, so no command waits for all of it."""

from collections.abc import Awaitable, Callable, Generator, Sequence
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


async def fold_in_slices(
    live: LiveTable, entries: Sequence[Entry], pause: Pause = let_others_run
) -> None:
    """Fold a long history slice by slice, with a pause between two slices."""
    live.catch_up(entries[:SLICE])
    for start in range(SLICE, len(entries), SLICE):
        await pause()
        live.catch_up(entries[start : start + SLICE])
