"""A short table of any game, knowing none: by its seats, options and lists of actions."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Command
from openapi.record.coverage import Kinds
from openapi.record.options import SHORT, chosen, seats
from openapi.record.players import Person
from openapi.record.server import Server
from openapi.record.transcript import FEW, Notes

CLOCK = 120  # seconds for each decision
OUTAGE = 45


class Sitting:
    """Table `number` of one game, after another one; only the first is told as a story."""

    def __init__(
        self, notes: Notes, game: AnyGame, people: list[Person], number: int, follows: str | None
    ) -> None:
        self.notes = notes if number == 0 else Notes(notes.schemas)
        self.kinds = Kinds(notes, game)
        self.game = game
        self.people = people[: seats(game, number)]
        self.options = chosen(game, number)
        self.luck = f"{game.key} {number}"
        self.random = Random(self.luck)
        self.openly = self.random if number >= SHORT else None
        self.path, self.follows = "", follows

    async def seated(self, server: Server) -> None:
        """Open, sit, get up, sit again, start."""
        server.begin(self.luck)
        notes, key, host, guest = self.notes, self.game.key, self.people[0], self.people[1]
        body: dict[str, Any] = {"game": key, "options": self.options, "clock": CLOCK, "sit": True}
        body |= {"seats": len(self.people)} | ({"follows": self.follows} if self.follows else {})
        opened = notes.answer(
            "openTable", key, await host.post("/v1/tables", notes.body("openTable", key, body))
        )
        self.kinds.opening(body)
        self.path = f"/v1/tables/{opened['id']}"
        wish = notes.body("takeSeat", key, self._wish())
        seat = notes.answer("takeSeat", key, await guest.post(f"{self.path}/seats", wish))["seat"]
        left = await guest.delete(f"{self.path}/seats/{seat}")
        notes.answer("leaveSeat", f"{key}_before_the_start", left)
        for person in self.people[1:]:
            (await person.post(f"{self.path}/seats", {})).raise_for_status()
        notes.answer("startTable", key, await host.post(f"{self.path}/start"))

    @property
    def table(self) -> TableId:
        return self.path.rpartition("/")[2]

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
        """The store is away for a while; one gets up and the others never answer: the clock plays,
        and gives it up.
        """
        await server.away(self.table, OUTAGE)
        last = len(self.people) - 1
        (await self.people[last].delete(f"{self.path}/seats/{last}")).raise_for_status()
        while (await self._seen())["status"] == "running":
            await server.call_time(self.table, CLOCK)
        await self.kinds.events(self.people[0], self.path)

    async def played(self, server: Server) -> None:
        """To the end; the first command of every kind is noted with what it was chosen from."""
        while (asked := await server.asked(self.table, self.openly)) is not None:
            await self._turn(server, *asked)
        version = (await self._seen())["version"]
        host, key = self.people[0], self.game.key
        self.notes.answer("getTable", f"{key}_finished", await host.get(self.path))
        last = await host.get(f"{self.path}/events", after=version - 1)
        self.notes.answer("listEvents", f"{key}_the_end", last)
        history = await host.get(f"{self.path}/history")
        self.notes.answer("getHistory", f"{key}_finished", history)
        await self.kinds.events(host, self.path)

    async def audited(self, server: Server) -> None:
        """A worker judges the whole history again."""
        asked = await self.people[0].post(f"{self.path}/audits")
        audit = self.notes.answer("auditTable", self.game.key, asked)["id"]
        await server.chores.audit(audit)
        report = await self.people[0].get(f"/v1/audits/{audit}")
        self.notes.answer("getAudit", self.game.key, report)

    async def forked(self) -> None:
        """What if the cards had been played otherwise: the table once more, after the deal."""
        commands = (await self.people[1].get(f"{self.path}/history")).json()["commands"]
        dealt = next(each["last"] for each in commands if each["command"]["type"] == "table.start")
        body = self.notes.body("forkTable", self.game.key, {"at": dealt})
        forked = await self.people[1].post(f"{self.path}/forks", body)
        made = self.notes.answer("forkTable", self.game.key, forked)
        await self.kinds.events(self.people[1], f"/v1/tables/{made['id']}")

    async def _seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = (await self.people[0].get(self.path)).json()
        return seen

    async def _turn(self, server: Server, seat: Seat, legal: Sequence[Command]) -> None:
        new = [command for command in legal if self.kinds.unmet(command)]
        person, command = self.people[seat], some(new or legal, self.random)
        if self.kinds.command(msgspec.to_builtins(command)):
            await self._noted(person, msgspec.to_builtins(command))
        else:
            await server.send(self.table, person.id, command)

    async def _noted(self, person: Person, command: dict[str, Any]) -> None:
        """The first of its kind: what it was chosen from, a try, and what came of it."""
        notes, name = self.kinds.notes, str(command["type"]).replace(".", "_")
        commands = f"{self.path}/commands"
        listed = notes.answer("listActions", name, await person.get(f"{self.path}/actions"))
        tried = await person.post(commands, command, dry_run=True)
        notes.answer("sendCommand", f"{name}_dry_run", tried)
        notes.answer("sendCommand", name, await person.post(commands, command))
        if not self.kinds.viewed:
            await self._midway(person, listed["version"])

    async def _midway(self, asked: Person, version: int) -> None:
        """The table in the midst of the play, as somebody sees it who has a seat."""
        notes, key = self.notes, self.game.key
        seen = notes.answer("getTable", f"{key}_running", await asked.get(self.path))
        self.kinds.seen(seen)
        page = await asked.get(f"{self.path}/events", after=version, limit=FEW, lang="fr")
        notes.answer("listEvents", f"{key}_in_french", page)
        notes.answer("getHistory", f"{key}_running", await asked.get(f"{self.path}/history"))
        issued = notes.answer("createTicket", key, await asked.post(f"{self.path}/tickets"))
        shown = notes.operations["createTicket"]["answers"][key]
        shown["stream"] = issued["stream"].replace(issued["ticket"], shown["ticket"])
        stream = await asked.get(f"{self.path}/events/stream", after=version, max_seconds=0)
        notes.frames("streamEvents", key, stream)


def some(legal: Sequence[Command], random: Random) -> Command:
    """Any of the list, but rather its ends: passing, folding and the like stand there."""
    return random.choice((legal[0], legal[-1], random.choice(legal)))
