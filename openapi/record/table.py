"""A short table of any game, knowing none: by its seats, options and lists of actions."""

from random import Random
from typing import Any

import httpx

from domain.kernel.game import AnyGame
from openapi.record.kinds import Kinds
from openapi.record.notes import FEW, Notes
from openapi.record.options import chosen
from openapi.record.people import Person
from openapi.record.server import Server

CLOCK = 120  # seconds for each decision


class Sitting:
    """Table `number` of one game; only the first one is told as a story."""

    def __init__(self, notes: Notes, game: AnyGame, people: list[Person], number: int) -> None:
        self.notes = notes if number == 0 else Notes(notes.schemas)
        self.kinds = Kinds(notes, game)
        self.game = game
        self.people = people[: game.seats[0]]
        self.options = chosen(game, number)
        self.random = Random(f"{game.key} {number}")
        self.path = ""

    async def seated(self) -> None:
        """Open, sit, get up, sit again, start."""
        notes, key, host, guest = self.notes, self.game.key, self.people[0], self.people[1]
        body = {"game": key, "options": self.options, "clock": CLOCK, "sit": True}
        body["seats"] = len(self.people)
        opened = notes.answer(
            "openTable", key, await host.post("/v1/tables", notes.body("openTable", key, body))
        )
        self.kinds.options(self.options)
        self.path = f"/v1/tables/{opened['id']}"
        wish = notes.body("takeSeat", key, self._wish())
        seat = notes.answer("takeSeat", key, await guest.post(f"{self.path}/seats", wish))["seat"]
        left = await guest.delete(f"{self.path}/seats/{seat}")
        notes.answer("leaveSeat", f"{key}_before_the_start", left)
        for person in self.people[1:]:
            (await person.post(f"{self.path}/seats", {})).raise_for_status()
        notes.answer("startTable", key, await host.post(f"{self.path}/start"))

    def _wish(self) -> dict[str, str]:
        pieces = self.game.pieces
        return {"entropy": "my own luck"} | ({"preference": pieces[-1]} if pieces else {})

    async def interrupted(self) -> None:
        """Somebody gets up in the midst of the play, and comes back."""
        seats, last = f"{self.path}/seats", len(self.people) - 1
        left = await self.people[last].delete(f"{seats}/{last}")
        self.notes.answer("leaveSeat", f"{self.game.key}_in_the_midst", left)
        back = await self.people[last].post(seats, {})
        self.notes.answer("takeSeat", f"{self.game.key}_back_again", back)

    async def missed(self, server: Server) -> None:
        """Nobody ever answers: the clock plays to the end."""
        while (await self._seen())["status"] == "running":
            await server.call_time(self.path.rpartition("/")[2], CLOCK)
        await self.kinds.events(self.people[0], self.path)

    async def played(self) -> None:
        """To the end; the first command of every kind is noted with what it was chosen from."""
        while (seen := await self._seen())["status"] == "running":
            await self._turn(seen["decision"]["seats"][0])
        host, key = self.people[0], self.game.key
        self.notes.answer("getTable", f"{key}_finished", await host.get(self.path))
        last = await host.get(f"{self.path}/events", after=seen["version"] - 1)
        self.notes.answer("listEvents", f"{key}_the_end", last)
        history = await host.get(f"{self.path}/history")
        self.notes.answer("getHistory", f"{key}_finished", history)
        await self.kinds.events(host, self.path)

    async def _seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = (await self.people[0].get(self.path)).json()
        return seen

    async def _turn(self, seat: int) -> None:
        asked = self.people[seat]
        listed = await asked.get(f"{self.path}/actions")
        command = self.random.choice(listed.json()["actions"])
        if not self.kinds.command(command):
            (await asked.post(f"{self.path}/commands", command)).raise_for_status()
            return
        await self._noted(asked, listed, command)
        if seat and not self.kinds.viewed:
            await self._midway(asked, listed.json()["version"])

    async def _noted(self, asked: Person, listed: httpx.Response, command: dict[str, Any]) -> None:
        notes, name = self.kinds.notes, str(command["type"]).replace(".", "_")
        commands = f"{self.path}/commands"
        notes.answer("listActions", name, listed)
        tried = await asked.post(commands, command, dry_run=True)
        notes.answer("sendCommand", f"{name}_dry_run", tried)
        notes.answer("sendCommand", name, await asked.post(commands, command))

    async def _midway(self, asked: Person, version: int) -> None:
        """The table in the midst of the play, as somebody sees it who has a seat."""
        notes, key = self.notes, self.game.key
        seen = notes.answer("getTable", f"{key}_running", await asked.get(self.path))
        self.kinds.view(seen["view"])
        page = await asked.get(f"{self.path}/events", after=version, limit=FEW, lang="fr")
        notes.answer("listEvents", f"{key}_in_french", page)
        notes.answer("getHistory", f"{key}_running", await asked.get(f"{self.path}/history"))


