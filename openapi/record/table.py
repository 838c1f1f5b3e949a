"""Plays and records one table of any game, by its seats, options and lists of actions alone."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from domain.fairness.seed import sealed_luck
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, TableId
from domain.kernel.messages import Command
from openapi.record.coverage import Coverage
from openapi.record.options import SHORT, seat_count, table_options
from openapi.record.players import Player
from openapi.record.server import Server
from openapi.record.transcript import FEW, Transcript

CLOCK = 120  # seconds for each decision
OUTAGE = 45  # seconds


class RecordedTable:
    """Table `number` of one game; of the others than table 0 only new schemas are recorded."""

    def __init__(
        self,
        transcript: Transcript,
        game: AnyGame,
        players: list[Player],
        number: int,
        follows: str | None,
    ) -> None:
        self.transcript = transcript if number == 0 else Transcript(transcript.schemas)
        self.coverage = Coverage(transcript, game)
        self.game = game
        self.players = players[: seat_count(game, number)]
        self.options = table_options(game, number)
        self.seed = f"{game.key} {number}"
        self.random = Random(self.seed)
        self.sealed = number == 0
        self.share = Random(f"luck of {self.seed}").randbytes(32)
        self.unlisted = self.random if number >= SHORT else None
        self.path, self.follows = "", follows

    async def open_and_start(self, server: Server) -> None:
        """Open the table, take a seat, leave it, take all seats, start."""
        server.reseed(self.seed)
        transcript, key, host, guest = (
            self.transcript,
            self.game.key,
            self.players[0],
            self.players[1],
        )
        body: dict[str, Any] = {
            "game": key,
            "options": self.options,
            "clock": {"kind": "per_decision", "seconds": CLOCK},
            "sit": True,
        }
        body |= {"seats": len(self.players)} | ({"follows": self.follows} if self.follows else {})
        response = await host.post("/v1/tables", transcript.body("openTable", key, body))
        opened = transcript.answer("openTable", key, response)
        self.coverage.record_opening(body)
        self.path = f"/v1/tables/{opened['id']}"
        request = transcript.body("takeSeat", key, self._seat_request())
        response = await guest.post(f"{self.path}/seats", request)
        seat = transcript.answer("takeSeat", key, response)["seat"]
        left = await guest.delete(f"{self.path}/seats/{seat}")
        transcript.answer("leaveSeat", f"{key}_before_the_start", left)
        for player in self.players[1:]:
            (await player.post(f"{self.path}/seats", {})).raise_for_status()
        if self.sealed:
            await self._seal_luck(guest)
        transcript.answer("startTable", key, await host.post(f"{self.path}/start"))
        if self.sealed:
            request = transcript.body("revealLuck", key, {"share": self.share.hex()})
            revealed = await guest.post(f"{self.path}/luck/reveal", request)
            transcript.answer("revealLuck", key, revealed)

    async def _seal_luck(self, guest: Player) -> None:
        """Record how a seated player commits to a share of the luck."""
        luck = {"commitment": sealed_luck(self.id, guest.id, self.share)}
        request = self.transcript.body("sealLuck", self.game.key, luck)
        sealed = await guest.post(f"{self.path}/luck", request)
        self.transcript.answer("sealLuck", self.game.key, sealed)

    @property
    def id(self) -> TableId:
        return self.path.rpartition("/")[2]

    def _seat_request(self) -> dict[str, str]:
        pieces = self.game.pieces
        luck = sealed_luck(self.id, self.players[1].id, self.share)
        return {"luck": luck} | ({"preference": pieces[-1]} if pieces else {})

    async def leave_and_return(self) -> None:
        """Record how a player leaves the running table and takes the seat again."""
        seats, last = f"{self.path}/seats", len(self.players) - 1
        left = await self.players[last].delete(f"{seats}/{last}")
        self.transcript.answer("leaveSeat", f"{self.game.key}_after_the_start", left)
        back = await self.players[last].post(seats, {})
        self.transcript.answer("takeSeat", f"{self.game.key}_taken_back", back)

    async def miss_deadlines(self, server: Server) -> None:
        """Record an outage, a player who leaves, and deadlines missed until the table is closed."""
        await server.compensate_outage(self.id, OUTAGE)
        last = len(self.players) - 1
        (await self.players[last].delete(f"{self.path}/seats/{last}")).raise_for_status()
        while (await self._table())["status"] == "running":
            await server.call_time(self.id, CLOCK)
        await self.coverage.record_events(self.players[0], self.path)

    async def play(self, server: Server) -> None:
        """Play to the end; record the first command of each type and the finished table."""
        while (decision := await server.decision(self.id, self.unlisted)) is not None:
            await self._turn(server, *decision)
        version = (await self._table())["version"]
        host, key = self.players[0], self.game.key
        self.transcript.answer("getTable", f"{key}_finished", await host.get(self.path))
        last = await host.get(f"{self.path}/events", after=version - 1)
        self.transcript.answer("listEvents", f"{key}_last_events", last)
        history = await host.get(f"{self.path}/history")
        self.transcript.answer("getHistory", f"{key}_finished", history)
        await self.coverage.record_events(host, self.path)

    async def audit(self, server: Server) -> None:
        """Record an audit, which a worker carries out, and its report."""
        response = await self.players[0].post(f"{self.path}/audits")
        audit = self.transcript.answer("auditTable", self.game.key, response)["id"]
        await server.workers.audit(audit)
        report = await self.players[0].get(f"/v1/audits/{audit}")
        self.transcript.answer("getAudit", self.game.key, report)

    async def fork(self) -> None:
        """Record a fork of the table after its start."""
        commands = (await self.players[1].get(f"{self.path}/history")).json()["commands"]
        records = [each["command"] for each in commands]
        deal = next(r["last"] for r in records if r["command"]["type"] == "table.reveal_luck")
        body = self.transcript.body("forkTable", self.game.key, {"at": deal})
        response = await self.players[1].post(f"{self.path}/forks", body)
        fork = self.transcript.answer("forkTable", self.game.key, response)
        await self.coverage.record_events(self.players[1], f"/v1/tables/{fork['id']}")

    async def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = (await self.players[0].get(self.path)).json()
        return table

    async def _turn(self, server: Server, seat: Seat, legal: Sequence[Command]) -> None:
        new = [command for command in legal if self.coverage.is_missing(command)]
        player, command = self.players[seat], choose(new or legal, self.random)
        if self.coverage.record_command(msgspec.to_builtins(command)):
            await self._record_turn(player, msgspec.to_builtins(command))
        else:
            await server.send(self.id, player.id, command)

    async def _record_turn(self, player: Player, command: dict[str, Any]) -> None:
        """Record the list of actions, a dry run of the command, and the command itself."""
        transcript, name = self.coverage.transcript, str(command["type"]).replace(".", "_")
        commands = f"{self.path}/commands"
        listed = transcript.answer("listActions", name, await player.get(f"{self.path}/actions"))
        dry_run = await player.post(commands, command, dry_run=True)
        prefer = None if self.coverage.has_view else "return=representation"
        sent = await player.post(commands, command, prefer=prefer)
        transcript.answer("sendCommand", name, sent)
        transcript.answer("sendCommand", f"{name}_dry_run", dry_run)
        if not self.coverage.has_view:
            await self._record_running(player, listed["version"])

    async def _record_running(self, player: Player, version: int) -> None:
        """Record the running table, its events and its stream, as a seated player sees them."""
        transcript, key = self.transcript, self.game.key
        table = transcript.answer("getTable", f"{key}_running", await player.get(self.path))
        self.coverage.record_view(table)
        page = await player.get(f"{self.path}/events", after=version, limit=FEW, lang="fr")
        transcript.answer("listEvents", f"{key}_in_french", page)
        transcript.answer("getHistory", f"{key}_running", await player.get(f"{self.path}/history"))
        issued = transcript.answer("createTicket", key, await player.post(f"{self.path}/tickets"))
        shown = transcript.operations["createTicket"]["answers"][key]
        shown["stream"] = issued["stream"].replace(issued["ticket"], shown["ticket"])
        query = {"after": version, "max_seconds": 0, "state": True, "lang": "en"}
        stream = await player.get(f"{self.path}/events/stream", **query)
        transcript.frames("streamEvents", key, stream)
        views = await player.get(f"{self.path}/views", **{"from": version, "to": version + 1})
        transcript.whole("listViews", key, views)
        transcript.whole("getReceipt", key, await player.get(f"{self.path}/receipt"))


def choose(legal: Sequence[Command], random: Random) -> Command:
    """Return a random command; the first and the last (often to pass) are more likely."""
    return random.choice((legal[0], legal[-1], random.choice(legal)))
