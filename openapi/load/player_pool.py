"""Where players wait between tables: few are new, most have played before, all are erased."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from openapi.load.document import Document

Ask = Callable[..., Awaitable[Any]]  # a request, and whose token


@dataclass(frozen=True)
class Player:
    id: str
    token: str


class Lobby:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._free: list[Player] = []
        self.everyone: list[Player] = []

    async def gather(self, number: int, ask: Ask) -> list[Player]:
        """So many players; those who are missing register first."""
        came = [self._free.pop() for _ in range(min(number, len(self._free)))]
        try:
            while len(came) < number:
                came.append(await self._new(ask))
        except BaseException:
            self.back(came)
            raise
        return came

    def back(self, players: list[Player]) -> None:
        self._free.extend(players)

    async def erase(self, player: Player, ask: Ask) -> None:
        await ask(self._document.request("erasePlayer"), player.token)

    async def _new(self, ask: Ask) -> Player:
        body = {"name": f"Load {len(self.everyone)}"}
        made = await ask(self._document.request("createPlayer", body=body))
        player = Player(made["id"], made["token"])
        self.everyone.append(player)
        return player
