"""Tables that wait for a move, by owner; the owners take turns."""

from domain.kernel.ids import PlayerId, TableId


class Turns:
    def __init__(self) -> None:
        self._tables: dict[PlayerId, dict[TableId, None]] = {}  # in the order of their turns

    def add(self, owner: PlayerId, table: TableId) -> None:
        """Add a table behind those of the same owner; one that waits already keeps its place."""
        self._tables.setdefault(owner, {})[table] = None

    def take(self) -> TableId | None:
        """Remove and return the first table of the owner whose turn it is."""
        for owner, tables in self._tables.items():
            table = next(iter(tables))
            del self._tables[owner], tables[table]
            if tables:
                self._tables[owner] = tables  # behind the others
            return table
        return None
