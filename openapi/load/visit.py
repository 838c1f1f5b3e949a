"""One table from opening to closing by its actions lists, and away again whatever happens."""

import asyncio
import random
from contextlib import suppress
from typing import Any

import httpx

from openapi.load.guest import Guest, Refused
from openapi.load.tally import Tally

AFTER_REFUSAL_SECONDS = 0.2  # a server that says no to everything is not asked without pause


class Visit:
    def __init__(
        self, http: httpx.AsyncClient, tally: Tally, game: str, seats: int, luck: random.Random
    ) -> None:
        self._tally = tally
        self._game = game
        self._luck = luck
        self._guests = [Guest(http, tally) for _ in range(seats)]
        self._arrived: list[Guest] = []
        self.path = ""
        self._over = False

    async def play(self) -> None:
        """Plays until the table is closed; a refusal ends the visit."""
        try:
            await self._open()
            self._tally.tables["begun"] += 1
            while (seen := await self._seen())["status"] == "running":
                for seat in seen["decision"]["seats"]:
                    await self._act(seat)
            self._over = True
            self._tally.tables["finished"] += 1
        except Refused:
            await asyncio.sleep(AFTER_REFUSAL_SECONDS)

    async def leave(self) -> None:
        """Gives up what is still held, so that no table waits for us; then erases the players."""
        for seat, guest in enumerate(self._arrived):
            with suppress(Refused):
                if self.path and not self._over:
                    await guest.ask("leaveSeat", "DELETE", f"{self.path}/seats/{seat}")
        for guest in self._arrived:
            with suppress(Refused):
                await guest.ask("erasePlayer", "DELETE", "/v1/players/me")

    async def _open(self) -> None:
        for n, guest in enumerate(self._guests):
            await guest.arrive(f"Load {n}")
            self._arrived.append(guest)
        host, *others = self._guests
        body = {"game": self._game, "seats": len(self._guests), "sit": True, "clock": None}
        opened = await host.ask("openTable", "POST", "/v1/tables", body)
        self.path = f"/v1/tables/{opened['id']}"
        for guest in others:
            await guest.ask("takeSeat", "POST", f"{self.path}/seats", {})
        await host.ask("startTable", "POST", f"{self.path}/start")

    async def _seen(self) -> Any:
        return await self._guests[0].ask("getTable", "GET", self.path)

    async def _act(self, seat: int) -> None:
        guest = self._guests[seat]
        listed = await guest.ask("listActions", "GET", f"{self.path}/actions")
        if listed["actions"]:
            command = self._luck.choice(listed["actions"])
            await guest.ask("sendCommand", "POST", f"{self.path}/commands", command)
