"""The registered players of a run: reused from table to table, erased at the end."""

from collections.abc import Awaitable, Callable
from typing import Any

from openapi.play.document import Document
from openapi.play.table import Player

Ask = Callable[..., Awaitable[Any]]  # takes a request and, optionally, a token


class PlayerPool:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._free: list[Player] = []
        self.registered: list[Player] = []

    async def acquire(self, number: int, ask: Ask) -> list[Player]:
        """Return this many players; registers new ones when too few are free."""
        players = [self._free.pop() for _ in range(min(number, len(self._free)))]
        try:
            while len(players) < number:
                players.append(await self._register(ask))
        except BaseException:
            self.release(players)
            raise
        return players

    def release(self, players: list[Player]) -> None:
        self._free.extend(players)

    async def erase(self, player: Player, ask: Ask) -> None:
        await ask(self._document.request("erasePlayer", {"confirm": player.id}), player.token)

    async def _register(self, ask: Ask) -> Player:
        body = {"name": f"Load {len(self.registered)}"}
        created = await ask(self._document.request("createPlayer", body=body))
        player = Player(created["id"], created["token"])
        self.registered.append(player)
        return player
