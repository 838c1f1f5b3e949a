"""Servers that forge what a table begins with: the past of a fork, and rewards."""

import asyncio
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from application.play import fork as forking
from application.play import open_table as opening
from domain.audit.verify import verify
from domain.fairness.chain import canon, first_head
from domain.judging.live_table import LiveTable
from domain.judging.stored import Entry, extend, lined
from domain.table.commands import Carried
from domain.table.decide.opening import carried_rewards
from ludotheque.laws.random_play import EVENTFUL
from openapi.clients import verify as one_file
from tests.support.cheating.incidents import Incidents
from tests.support.histories.bundles import history_bundle
from tests.support.tables.memory_table import MemoryTable
from tests.support.tables.rewarded_tables import CUP, flaw_beside, give_rewards, rewarded


def forge_draw(entries: tuple[Entry, ...]) -> tuple[int, tuple[Entry, ...]]:
    """Change the first draw; return its version and the entries."""
    drawn = b'"table.luck_drawn"'
    place = next(n for n, entry in enumerate(entries) if drawn in lined(entry.events))
    events = list(entries[place].events)
    at = next(n for n, event in enumerate(events) if drawn in event)
    event = json.decode(events[at])
    draw = event["data"]["draws"][0]
    draw["got"] = draw["got"][::-1] if isinstance(draw["got"], list) else 1 - min(draw["got"], 1)
    events[at] = canon(event)
    forged = replace(entries[place], events=tuple(events))
    return forged.first + at, (*entries[:place], forged, *entries[place + 1 :])


def forked(game: str, monkeypatch: pytest.MonkeyPatch, rebuilt: bool) -> tuple[bytes, int]:
    """Let a server fork a table with another past; it may rebuild the chain of that past, too."""
    honest, changed = forking._fork_point, list[int]()

    async def crooked(*args: Any) -> tuple[LiveTable, tuple[Entry, ...]]:
        parent, entries = await honest(*args)
        version, entries = forge_draw(entries)
        changed.append(version)
        if rebuilt:
            parent.head = extend(first_head(parent.table), parent.seed, entries)
        return parent, entries

    async def play() -> bytes:
        table = Incidents(game)
        await table.run()
        with monkeypatch.context() as server:
            server.setattr(forking, "_fork_point", crooked)
            return history_bundle(*await table.forked())

    return asyncio.run(play()), changed[0]


@pytest.mark.parametrize("key", EVENTFUL)
def test_a_forged_past_of_a_fork_is_judged_and_caught(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, version = forked(key, monkeypatch, rebuilt=True)
    flaw = verify(content).flaw
    assert flaw is not None
    assert (flaw.check, flaw.version, flaw.field) == ("luck", version, "event.data.draws")
    with pytest.raises(one_file.Wrong) as found:
        one_file.verify(content.decode())
    assert found.value.version == version
    assert found.value.field.startswith("event.data.draws")


@pytest.mark.parametrize("key", EVENTFUL)
def test_a_past_that_is_not_on_the_chain_of_its_table_is_caught(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, _ = forked(key, monkeypatch, rebuilt=False)
    flaw = verify(content).flaw
    assert flaw is not None
    assert (flaw.check, flaw.field) == ("seed", "ancestors.head")
    with pytest.raises(one_file.Wrong) as found:
        one_file.verify(content.decode())
    assert found.value.field == "ancestors.head"


def test_a_reward_that_nobody_won_is_caught_beside_the_earlier_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_rewards(monkeypatch)
    earlier = MemoryTable("first")
    honest = carried_rewards

    def crooked(*args: Any) -> tuple[Carried, ...]:
        return (*honest(*args), Carried(earlier.players[1], CUP))

    with monkeypatch.context() as server:
        server.setattr(opening, "carried_rewards", crooked)
        first, second, _ = asyncio.run(rewarded(earlier))
    assert verify(second).verdict == "PASS"  # it lists the rewards among what was not checked
    assert any("rewards" in each for each in verify(second).not_checked)
    found = flaw_beside(second, first)
    assert (found.check, found.version, found.field) == ("rewards", 1, "event.data.carried")


def test_a_reward_that_is_spent_twice_is_caught_beside_the_other_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_rewards(monkeypatch)
    earlier = MemoryTable("first")

    async def granted(_: str, players: Any, table: str) -> dict[str, str]:
        return dict.fromkeys(players, table)

    monkeypatch.setattr(earlier.log, "claim_rewards", granted)
    first, second, third = asyncio.run(rewarded(earlier))
    assert flaw_beside(second, first) is None
    assert flaw_beside(third, first) is None  # alone each of them would be right
    found = flaw_beside(third, first, second)
    assert (found.check, found.field) == ("rewards", "event.data.rewards")
    assert "too" in found.why
