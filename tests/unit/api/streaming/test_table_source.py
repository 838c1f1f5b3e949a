"""What the caller of a stream may see follows the table: its seats, its setup, its status."""

import pytest

from api.streaming.table_source import StreamAccess
from domain.judging.actors import ByPlayer
from domain.judging.live_table import LiveTable
from domain.table.access import may_see, may_watch
from domain.table.commands import Leave, OpenTable, Sit, Start, Watch
from domain.table.state import seats_of
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.party import GAME

pytestmark = pytest.mark.anyio


class Viewers:
    """One viewer for each player and for a spectator, invited or not, all through the table."""

    def __init__(self, players: list[str]) -> None:
        self._all = [
            (player, invited, StreamAccess(player, invited))
            for player in (*players, None)
            for invited in (False, True)
        ]

    def check(self, live: LiveTable) -> list[bool]:
        """Compare with what follows from the table alone; return who may read it."""
        for player, invited, viewer in self._all:
            viewer.look_at(live)
            who = (live.state, player, invited)
            assert viewer.watches == (may_see(*who) and may_watch(*who))
            assert viewer.seats == frozenset(seats_of(live.state, player) if player else ())
        return [viewer.watches for _, _, viewer in self._all]


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("watch", ["everyone", "invited", "nobody"])
async def test_access_is_what_it_would_be_without_memory(watch: Watch, private: bool) -> None:
    party = MemoryTable(people=4)
    players = party.players
    viewers = Viewers(players)
    access = [viewers.check(await party.open(OpenTable(GAME, watch=watch, private=private)))]

    async def send(player: str, command: Sit | Leave | Start) -> None:
        await party.ask(ByPlayer(player), command)
        access.append(viewers.check(await party.live()))

    for player in players:
        await send(player, Sit(admitted=True))
    await send(players[3], Leave(seat=3))
    await send(players[0], Start())
    await party.play()
    access.append(viewers.check(await party.live()))
    await party.finish()
    access.append(viewers.check(await party.live()))
    if watch != "everyone" or private:
        assert len({tuple(each) for each in access}) > 1  # it has changed on the way
