"""The names of players, for a few seconds from memory."""

import time
from collections.abc import Iterable
from math import inf

from application.lib.lru import Lru
from application.ports.accounts import Accounts
from application.ports.event_log import StoreUnavailable
from domain.kernel.ids import PlayerId

MOST_NAMES = 100_000


class PlayerNames:
    """Reads all missing names in one request to the store."""

    def __init__(self, accounts: Accounts, seconds: float) -> None:
        self._accounts = accounts
        self._seconds = seconds
        self._names: Lru[PlayerId, tuple[str | None, float]] = Lru(MOST_NAMES)
        self._revision = 0  # changes with each name that was known and is another one now

    async def of(self, players: Iterable[PlayerId]) -> dict[PlayerId, str | None]:
        """Return the name of each player; None if it was erased.

        While the store does not answer, a name is as it was last read, or None: a command that was
        stored must not fail because of a name.
        """
        wanted = dict.fromkeys(players)
        now = time.monotonic()
        missing = [each for each in wanted if self._names.get(each, ("", 0.0))[1] <= now]
        if missing:
            await self._read(missing)
        return {each: self._names.get(each, (None, 0.0))[0] for each in wanted}

    def known(self, players: Iterable[PlayerId]) -> dict[PlayerId, str | None] | None:
        """Return the name of each player; None if the store has to be asked for one of them."""
        now, names = time.monotonic(), {}
        for player in players:
            name, until = self._names.get(player, (None, 0.0))
            if until <= now:
                return None
            names[player] = name
        return names

    def validity(self, players: Iterable[PlayerId]) -> tuple[int, float]:
        """Return until when these names, which are known, are as they are; see `is_unchanged`."""
        return self._revision, min((self._names[each][1] for each in players), default=inf)

    def is_unchanged(self, revision: int, until: float) -> bool:
        """Return whether no name has changed, and none must be read again."""
        return revision == self._revision and time.monotonic() < until

    def forget(self, player: PlayerId) -> None:
        """Drop the name of an erased player."""
        if self._names.drop(player) is not None:
            self._revision += 1

    async def _read(self, players: list[PlayerId]) -> None:
        try:
            names = await self._accounts.names(players)
        except StoreUnavailable:
            return
        until = time.monotonic() + self._seconds
        for player, name in zip(players, names, strict=True):
            self._revision += self._names.get(player, (name,))[0] != name
            self._names.put(player, (name, until))
