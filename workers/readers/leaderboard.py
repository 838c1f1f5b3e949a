"""Keeps the leaderboards up to date: orders every finished table once, then folds the boards."""

from collections.abc import Sequence

from application.ports.event_log import EventLog
from application.ports.feeds import LEADERBOARD, Move
from domain.kernel.ids import TableId
from projections.leaderboard.folding import LeaderboardFold
from workers.readers.reader import Noted
from workers.readers.table_list import readable_rows

CLOSED = 2  # the mark of a commit that has closed its table


class LeaderboardReader:
    name: str = LEADERBOARD
    rebuild: str | None = "leaderboard"

    def __init__(self, events: EventLog, boards: LeaderboardFold) -> None:
        self._events = events
        self._boards = boards
        self._behind = True  # whether tables may have to be folded, perhaps after another process

    async def take(self, commits: Sequence[Noted], move: Move) -> bool:
        """Order what has finished, in one step with the positions, and fold on.

        Folding goes on where any process has stopped. It does not depend on commits, so it also
        goes on without any.
        """
        ended = await self._ended([one for one in commits if one.notes.row == CLOSED])
        if ended:
            await self._boards.store.order(ended, move)
            self._behind = True
        if self._behind or not commits:
            while await self._boards.fold_on():
                pass
            self._behind = False
        return bool(ended)

    async def _ended(self, commits: Sequence[Noted]) -> list[TableId]:
        """Return the tables that these commits have ended, in the order in which they ended.

        Archived tables have kept their places, and a reader that begins gets commits of them, too.
        """
        tables = list({one.entry.table for one in commits})
        rows = await readable_rows(self._events, tables) if tables else {}
        ended = sorted(
            (row.finished_at, table) for table, row in rows.items() if row and row.finished_at
        )
        return [table for _, table in ended if not self._events.is_archived(table)]
