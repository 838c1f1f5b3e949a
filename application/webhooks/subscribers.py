"""The webhooks of the server by the players and tables that they are for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from application.ports.webhooks import Hook
from application.webhooks.notices import WebhookNotice
from domain.kernel.ids import PlayerId, TableId


class Subscribers:
    """The webhooks at one revision of their set."""

    def __init__(self, revision: int = -1, hooks: Iterable[Hook] = ()) -> None:
        self.revision = revision
        self._of_tables: defaultdict[TableId, list[Hook]] = defaultdict(list)
        self._of_players: defaultdict[PlayerId, list[Hook]] = defaultdict(list)
        for hook in hooks:
            if hook.about.table is None:
                self._of_players[hook.about.owner].append(hook)
            else:
                self._of_tables[hook.about.table].append(hook)
        self.is_empty = not (self._of_players or self._of_tables)

    def concerned(self, table: TableId, notice: WebhookNotice) -> Iterator[Hook]:
        """Yield the webhooks that a notice may concern, each once."""
        seen: set[str] = set()
        found = [self._of_tables.get(table, ())]
        found += [self._of_players.get(player, ()) for player in notice.players]
        for hook in [hook for some in found for hook in some]:
            if hook.id not in seen:
                seen.add(hook.id)
                yield hook
