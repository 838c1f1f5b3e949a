"""Which schemas of a game have an example: its commands, events, view and options."""

from typing import Any, get_args

from api.openapi.envelopes import event_name
from api.openapi.schemas import name_of
from api.tables.bodies import AnyOpening
from domain.judging.codec import EVENT_TYPES
from domain.kernel.game import AnyGame
from domain.kernel.ids import TableId
from domain.kernel.messages import Command
from openapi.record.players import Player
from openapi.record.transcript import Transcript

PAGE = 500  # events on a page, the most there are
OPEN_BODIES = {
    str(body.__struct_config__.tag): body for body in get_args(AnyOpening) or (AnyOpening,)
}


class Coverage:
    """Records the examples of one game; the transcript holds those recorded so far."""

    def __init__(self, transcript: Transcript, game: AnyGame) -> None:
        self.transcript = transcript
        self._options = name_of(game.options)
        self._opening = name_of(OPEN_BODIES[game.key])
        self._view = name_of(game.view_type)
        self._commands = {str(c.__struct_config__.tag): name_of(c) for c in game.commands}
        self._events = {event_name(event) for event in game.events}

    @property
    def has_view(self) -> bool:
        return self._view in self.transcript.schemas

    def is_complete(self) -> bool:
        return self.transcript.schemas.keys() >= {*self._commands.values(), *self._events}

    def record_opening(self, body: Any) -> None:
        self.transcript.schema(self._opening, body)
        self.transcript.schema(self._options, body["options"])

    def record_view(self, table: Any) -> None:
        """Record the view and the decision of a running table."""
        self.transcript.schema(self._view, table["view"])
        self.transcript.schema("DecisionSeen", table["decision"])

    def is_missing(self, command: Command) -> bool:
        return name_of(type(command)) not in self.transcript.schemas

    def record_command(self, command: dict[str, Any]) -> bool:
        """Record a command and return True if it is the first of its type."""
        name = self._commands[command["type"]]
        if name in self.transcript.schemas:
            return False
        self.transcript.schema(name, command)
        self.transcript.body("sendCommand", command["type"].replace(".", "_"), command)
        return True

    async def record_events(self, player: Player, table: TableId) -> None:
        """Record the first event of each type that this player may see, with its sentence."""
        after: int | None = 0
        while after is not None:
            asked = player.ask("listEvents", table=table, after=after, limit=PAGE, lang="en")
            page = (await asked).json()
            for event in (event for event in page["events"] if "type" in event):
                self.transcript.schema(event_name(EVENT_TYPES[event["type"]]), event)
            after = page["next_after"] if page["events"] else None
