"""The port of snapshots: states of tables at some of their versions, which may be gone any time."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.judging.saved_state import SavedState
from domain.kernel.ids import TableId, Version


class Near(NamedTuple):
    """The last snapshot at or before a version, and version and head of the first one after it."""

    before: SavedState | None = None
    after: tuple[Version, bytes] | None = None

    @property
    def version(self) -> Version:
        """Return the version at which folding begins."""
        return 0 if self.before is None else self.before.version


class Snapshots(Protocol):
    async def near(self, table: TableId, version: Version | None = None) -> Near:
        """Return the snapshots next to a version; without one, the last of all."""

    async def save(self, table: TableId, snapshots: Sequence[SavedState]) -> None:
        """Save snapshots; they expire after a day without use."""

    async def drop(self, table: TableId) -> None:
        """Delete the snapshots of a table: they do not lead to its head."""
