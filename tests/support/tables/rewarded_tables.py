"""An earlier table whose players win rewards, and two tables that they take them to."""

import dataclasses
from typing import Any

import pytest

from application.play.start import start_table
from domain.audit.rewards import Verified, verified
from domain.audit.verify import verify, verify_with_history
from domain.games import EDITIONS, GAMES
from domain.table.commands import Follows, OpenTable
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.party import GAME, Party

CUP = ("cup",)


def give_rewards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first and the last seat of a small table win something."""
    rules = dataclasses.replace(GAMES[GAME], rewards=lambda _: (CUP, (), CUP))
    monkeypatch.setitem(EDITIONS, (GAME, rules.rules_version), rules)


async def rewarded(earlier: MemoryTable) -> tuple[bytes, bytes, bytes]:
    """Return an earlier table, one that spends its rewards, and one that finds them spent."""
    await earlier.begin()
    await earlier.finish()
    bundles = [await earlier.bundle()]
    for _ in range(2):
        later = Party(earlier.tables, "", earlier.players)
        follows = Follows(earlier.table, "")
        await later.open(OpenTable(GAME, seats=3, clock=None, follows=follows))
        await later.fill()
        await start_table(later.tables, later.table, later.host)
        await later.leave()
        bundles.append(await later.bundle())
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
