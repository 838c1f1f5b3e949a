"""Tables that wait for a move, by owner: first where a person waits; the owners take turns."""

from domain.kernel.ids import PlayerId, TableId


class Turns:
    def __init__(self) -> None:
        # In the order of their turns: where a person waits, and where only bots play.
        self._lanes: tuple[dict[PlayerId, dict[TableId, None]], ...] = ({}, {})

    def add(self, owner: PlayerId, table: TableId, person_waits: bool = True) -> None:
        """Add a table behind those of the same owner; one that waits already keeps its place."""
        self._lanes[not person_waits].setdefault(owner, {})[table] = None

    def take(self) -> TableId | None:
        """Remove and return the first table of the owner whose turn it is."""
        for lane in self._lanes:
            for owner, tables in lane.items():
                table = next(iter(tables))
                del lane[owner], tables[table]
                if tables:
                    lane[owner] = tables  # behind the others
                return table
        return None
