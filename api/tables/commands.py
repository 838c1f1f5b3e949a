"""The table to which a player sends a command of the table itself: leaving, luck, endings."""

from typing import Annotated, Any, NamedTuple, TypeAlias

from litestar import Response
from msgspec import json

from api.http.access import sent_invitation, visible_to
from api.http.answers import CommandAnswer, json_answer, receipt_body
from api.http.callers import Player
from api.http.injection import AnyRequest, Needs, Part
from api.http.operation import Answer
from api.http.params import KeyHeader, LangQuery, TablePath, idempotency_key
from api.http.player_names import narrator_of, spoken_by
from api.http.tables import table_id
from application.handle import handle
from application.player_names import PlayerNames
from application.table_cache import TableCache
from domain.judging.actors import ByPlayer
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Command

Done: TypeAlias = Annotated[Response[bytes], Answer(CommandAnswer)]


class OwnTable(NamedTuple):
    """A table, the player who sends it a command, and what else was sent."""

    tables: TableCache
    names: PlayerNames
    request: AnyRequest
    table: str
    player: PlayerId
    key: str | None
    lang: Any

    async def handle(self, command: Command) -> Response[bytes]:
        """Handle the command, and return what it caused."""
        tables, player = self.tables, self.player
        repeat = idempotency_key(self.key, json.encode(command))
        visible = visible_to(player, sent_invitation(self.request.scope))
        table, by = table_id(self.table), ByPlayer(player)
        receipt = await handle(tables, table, by, command, repeat, visible)
        live = await tables.find(table)
        narrator = await narrator_of(self.names, live.state, self.lang, spoken_by(self.request))
        return json_answer(receipt_body(live, player, receipt, narrator))


def _commanded(
    tables: Part[TableCache],
    names: Part[PlayerNames],
    request: AnyRequest,
    table: TablePath,
    player: Player,
    key: KeyHeader = None,
    lang: LangQuery = None,
) -> OwnTable:
    return OwnTable(tables, names, request, table, player, key, lang)


def _deleting(
    tables: Part[TableCache],
    names: Part[PlayerNames],
    request: AnyRequest,
    table: TablePath,
    player: Player,
    key: KeyHeader = None,
) -> OwnTable:
    return OwnTable(tables, names, request, table, player, key, None)


CommandedTable: TypeAlias = Annotated[OwnTable, Needs(_commanded)]
DeletingTable: TypeAlias = Annotated[OwnTable, Needs(_deleting)]  # its answer has no body
