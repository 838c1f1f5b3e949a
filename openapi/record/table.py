"""Plays and records one table of any game, by its seats, options and lists of actions alone."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from domain.fairness.chain import sealed_luck
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
        self.id: TableId = ""
        self.follows = follows

    async def open_and_start(self, server: Server) -> None:
        """Open the table, take a seat, leave it, take all seats, start."""
        server.reseed(self.seed)
        key, host, guest = self.game.key, self.players[0], self.players[1]
        body: dict[str, Any] = {
            "game": key,
            "options": self.options,
            "clock": {"kind": "per_decision", "seconds": CLOCK},
            "sit": True,
        }
        body |= {"seats": len(self.players)} | ({"follows": self.follows} if self.follows else {})
        self.id = (await host.record(self.transcript, "openTable", key, body))["id"]
        self.coverage.record_opening(body)
        taken = await self._record(guest, "takeSeat", key, self._seat_request())
        left = f"{key}_before_the_start"
        await self._record(guest, "leaveSeat", left, seat=taken["seat"])
        for player in self.players[1:]:
            await player.ask("takeSeat", {}, table=self.id)
        if self.sealed:
            luck = {"commitment": sealed_luck(self.id, guest.id, self.share)}
            await self._record(guest, "sealLuck", key, luck)
        await self._record(host, "startTable", key)
        if self.sealed:
            await self._record(guest, "revealLuck", key, {"share": self.share.hex()})

    async def _record(
        self, player: Player, operation: str, name: str, body: Any = None, **parameters: Any
    ) -> Any:
        """Record a request of a player about this table; return the answer."""
        asked = {"table": self.id, **parameters}
        return await player.record(self.transcript, operation, name, body, **asked)

    def _seat_request(self) -> dict[str, str]:
        pieces = self.game.pieces
        luck = sealed_luck(self.id, self.players[1].id, self.share)
        return {"luck": luck} | ({"preference": pieces[-1]} if pieces else {})

    async def leave_and_return(self) -> None:
        """Record how a player leaves the running table and takes the seat again."""
        key, last = self.game.key, len(self.players) - 1
        await self._record(self.players[last], "leaveSeat", f"{key}_after_the_start", seat=last)
        await self._record(self.players[last], "takeSeat", f"{key}_taken_back", {})

    async def miss_deadlines(self, server: Server) -> None:
        """Record an outage, a player who leaves, and deadlines missed until the table is closed."""
        await server.compensate_outage(self.id, OUTAGE)
        last = len(self.players) - 1
        await self.players[last].ask("leaveSeat", table=self.id, seat=last)
        while (await self._table())["status"] == "running":
            await server.call_time(self.id, CLOCK)
        await self.coverage.record_events(self.players[0], self.id)

    async def play(self, server: Server) -> None:
        """Play to the end; record the first command of each type and the finished table."""
        while (decision := await server.decision(self.id, self.unlisted)) is not None:
            await self._turn(server, *decision)
        version = (await self._table())["version"]
        host, key = self.players[0], self.game.key
        await self._record(host, "getTable", f"{key}_finished")
        await self._record(host, "listEvents", f"{key}_last_events", after=version - 1)
        await self._record(host, "getHistory", f"{key}_finished")
        await self.coverage.record_events(host, self.id)

    async def audit(self, server: Server) -> None:
        """Record an audit, which a worker carries out, and its report."""
        host, key = self.players[0], self.game.key
        audit = (await self._record(host, "auditTable", key))["id"]
        await server.workers.audit(audit)
        await host.record(self.transcript, "getAudit", key, audit=audit)

    async def fork(self) -> None:
        """Record a fork of the table after its start."""
        guest = self.players[1]
        commands = (await guest.ask("getHistory", table=self.id)).json()["commands"]
        records = [each["command"] for each in commands]
        deal = next(r["last"] for r in records if r["command"]["type"] == "table.reveal_luck")
        fork = await self._record(guest, "forkTable", self.game.key, {"at": deal})
        await self.coverage.record_events(guest, fork["id"])

    async def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = (await self.players[0].ask("getTable", table=self.id)).json()
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
        listed = await player.record(transcript, "listActions", name, table=self.id)
        dry_run = await player.ask("sendCommand", command, table=self.id, dry_run=True)
        prefer = {} if self.coverage.has_view else {"Prefer": "return=representation"}
        sent = await player.ask("sendCommand", command, prefer, table=self.id)
        transcript.answer("sendCommand", name, sent)
        transcript.answer("sendCommand", f"{name}_dry_run", dry_run)
        if not self.coverage.has_view:
            await self._record_running(player, listed["version"])

    async def _record_running(self, player: Player, version: int) -> None:
        """Record the running table, its events and its stream, as a seated player sees them."""
        transcript, key = self.transcript, self.game.key
        self.coverage.record_view(await self._record(player, "getTable", f"{key}_running"))
        few = {"after": version, "limit": FEW, "lang": "fr"}
        await self._record(player, "listEvents", f"{key}_in_french", **few)
        await self._record(player, "getHistory", f"{key}_running")
        issued = await self._record(player, "createTicket", key)
        shown = transcript.shown("createTicket", key)
        shown["stream"] = issued["stream"].replace(issued["ticket"], shown["ticket"])
        ask = partial(player.ask, table=self.id)
        stream = ask("streamEvents", after=version, max_seconds=0, state=True, lang="en")
        transcript.frames("streamEvents", key, await stream)
        window: dict[str, Any] = {"from": version, "to": version + 1}
        transcript.whole("listViews", key, await ask("listViews", **window))
        transcript.whole("getReceipt", key, await ask("getReceipt"))


def choose(legal: Sequence[Command], random: Random) -> Command:
    """Return a random command; the first and the last (often to pass) are more likely."""
    return random.choice((legal[0], legal[-1], random.choice(legal)))
