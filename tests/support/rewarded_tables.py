"""Three tables with rewards, and the lies that a server can tell about them."""

import asyncio
import dataclasses

import pytest

from application.handle import handle, open_table
from application.start import start_table
from domain.games import EDITIONS, GAMES
from domain.judging.judge import ByPlayer
from domain.table.commands import Follows, Leave, OpenTable, Sit
from tests.support.bundles import told
from tests.support.cheating.forgery import Forgery
from tests.support.small_table import GAME, SmallTable

CUP = ("cup",)


def give_rewards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game of these tables give a cup to its first and third seat."""
    rules = dataclasses.replace(GAMES[GAME], rewards=lambda _: (CUP, (), CUP))
    monkeypatch.setitem(EDITIONS, (GAME, rules.rules_version), rules)


def three_tables() -> tuple[bytes, bytes, bytes]:
    """Return an earlier table, one that spends its rewards, and one that finds them spent."""
    return asyncio.run(_play())


async def _play() -> tuple[bytes, bytes, bytes]:
    earlier = SmallTable("first")
    await earlier.finish()
    bundles = [told(earlier.table, await earlier.stored())]
    for _ in range(2):
        host = ByPlayer(earlier.players[0])
        opening = OpenTable(GAME, seats=3, clock=None, follows=Follows(earlier.table, ""))
        live = await open_table(earlier.tables, host, opening)
        for player in earlier.players:
            await handle(earlier.tables, live.table, ByPlayer(player), Sit())
        await start_table(earlier.tables, live.table, host)
        for seat, player in enumerate(earlier.players):
            await handle(earlier.tables, live.table, ByPlayer(player), Leave(seat))
        stored = await earlier.log.load(live.table)
        assert stored is not None
        bundles.append(told(live.table, stored))
    first, second, third = bundles
    return first, second, third


def invented(second: bytes) -> bytes:
    """Invent a reward consistently: in the command, the opening and the start."""
    forgery = Forgery(second)
    who = forgery.header["players"][1]
    for carried in (
        forgery.record("table.open")["command"]["carried"],
        forgery.find("table.opened")["data"]["carried"],
    ):
        carried.append({"player": who, "rewards": ["cup"]})
    forgery.find("table.started")["data"]["rewards"][1] = ["cup"]
    return forgery.content()


def of_another_head(second: bytes) -> bytes:
    """Name another head of the earlier table."""
    forgery = Forgery(second)
    for follows in (
        forgery.record("table.open")["command"]["follows"],
        forgery.find("table.opened")["data"]["follows"],
    ):
        follows["head"] = "c" * 64
    return forgery.content()


def spent_again(third: bytes) -> bytes:
    """Start with the rewards that another table has spent."""
    forgery = Forgery(third)
    forgery.record("table.start")["command"].pop("spent")
    forgery.find("table.started")["data"]["rewards"] = [["cup"], [], ["cup"]]
    return forgery.content()


def from_no_table(first: bytes) -> bytes:
    """Carry a reward without a table that it was won at."""
    forgery = Forgery(first)
    player = forgery.header["players"][0]
    carried = [{"player": player, "rewards": ["cup"]}]
    forgery.record("table.open")["command"]["carried"] = carried
    forgery.find("table.opened")["data"]["carried"] = carried
    forgery.find("table.started")["data"]["rewards"][0] = ["cup"]
    return forgery.content()
