"""An earlier table whose players win rewards, and two tables that they take them to."""

import dataclasses
from typing import Any

import pytest

from application.handle import handle
from application.open_table import open_table
from application.start import start_table
from domain.audit.rewards import Verified, verified
from domain.audit.verify import verify, verify_with_history
from domain.games import EDITIONS, GAMES
from domain.judging.actors import ByPlayer
from domain.table.commands import Follows, Leave, OpenTable, Sit
from tests.support.histories.bundles import told
from tests.support.tables.small_table import GAME, SmallTable

CUP = ("cup",)


def give_rewards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first and the last seat of a small table win something."""
    rules = dataclasses.replace(GAMES[GAME], rewards=lambda _: (CUP, (), CUP))
    monkeypatch.setitem(EDITIONS, (GAME, rules.rules_version), rules)


async def rewarded(earlier: SmallTable) -> tuple[bytes, bytes, bytes]:
    """Return an earlier table, one that spends its rewards, and one that finds them spent."""
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


def beside(content: bytes) -> Verified:
    """Return a history that passes, to judge others with."""
    report, history = verify_with_history(content)
    assert history is not None
    assert report.head is not None
    return verified(history, report.head)


def flaw_beside(content: bytes, *others: bytes) -> Any:
    return verify(content, others=[beside(other) for other in others]).flaw
