"""One example of every kind: commands, events, the view and the options of one game."""

from typing import Any, get_args

from api.http.requests import OpenBody
from api.openapi.schemas import event_name, name_of
from domain.judging.codec import EVENT_TYPES
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from openapi.record.players import Person
from openapi.record.transcript import Notes

ALL = 500  # events on a page
OPENINGS = {str(body.__struct_config__.tag): body for body in get_args(OpenBody) or (OpenBody,)}


class Kinds:
    """Which kinds have been met lies in the notes themselves."""

    def __init__(self, notes: Notes, game: AnyGame) -> None:
        self.notes = notes
        self._options = name_of(game.options)
        self._opening = name_of(OPENINGS[game.key])
        self._view = name_of(game.view_type)
        self._commands = {str(c.__struct_config__.tag): name_of(c) for c in game.commands}
        self._events = {event_name(event) for event in game.events}

    @property
    def viewed(self) -> bool:
        return self._view in self.notes.schemas

    def all_met(self) -> bool:
        return self.notes.schemas.keys() >= {*self._commands.values(), *self._events}

    def opening(self, body: Any) -> None:
        self.notes.schema(self._opening, body)
        self.notes.schema(self._options, body["options"])

    def seen(self, table: Any) -> None:
        """A table in the midst of the play."""
        self.notes.schema(self._view, table["view"])
        self.notes.schema("DecisionSeen", table["decision"])

    def unmet(self, command: Command) -> bool:
        return name_of(type(command)) not in self.notes.schemas

    def command(self, command: dict[str, Any]) -> bool:
        """Tells whether it is the first of its kind."""
        name = self._commands[command["type"]]
        if name in self.notes.schemas:
            return False
        self.notes.schema(name, command)
        self.notes.body("sendCommand", command["type"].replace(".", "_"), command)
        return True

    async def events(self, anyone: Person, table: str) -> None:
        """Every kind of event that was heard at a table, with its sentence."""
        after: int | None = 0
        while after is not None:
            page = (await anyone.get(f"{table}/events", after=after, limit=ALL, lang="en")).json()
            for event in (event for event in page["events"] if "type" in event):
                self.notes.schema(event_name(EVENT_TYPES[event["type"]]), event)
            after = page["next_after"] if page["events"] else None
