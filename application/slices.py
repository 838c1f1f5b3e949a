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


def _nothing(live: LiveTable) -> None:
    pass


async def fold_in_slices(
    live: LiveTable,
    entries: Sequence[Entry],
    pause: Pause = let_others_run,
    after_slice: Callable[[LiveTable], None] = _nothing,
) -> None:
    """Fold a long history slice by slice, with a pause between two slices."""
    for number, _ in enumerate(live.catch_up_by(SLICE, entries)):
        after_slice(live)
        if (number + 1) * SLICE < len(entries):
            await pause()
