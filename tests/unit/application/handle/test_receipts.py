"""`handle`: what is stored, recorded and returned."""

import pytest
from msgspec import json

from domain.fairness.chain import commitment
from domain.games.gumball_rally.commands import Play
from domain.judging.codec import decode
from domain.judging.commit import Key, Record
from domain.judging.stored import extend
from domain.table.commands import Sit
from domain.table.opening_events import TableOpened
from domain.table.state import Running
from tests.support.players.people import ANNE, BOB
from tests.support.tables.memory_table import MemoryServer, refused, sitting, versions
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio

SIT = Sit()
KEY = Key("k1", b'{"card":"x"}')


async def test_opening_commits_to_a_fresh_seed_that_is_kept_apart() -> None:
    server = MemoryServer()
    table = await server.opened()
    (entry,) = await server.log.read(table)
    opened = decode(entry.events[0]).event
    assert isinstance(opened, TableOpened)
    seed = server.log.seeds[table]
    assert opened.commitment == commitment(table, seed)
    assert seed.hex().encode() not in entry.events[0] + (entry.record or b"")


async def test_a_receipt_has_the_events_and_the_head_after_them() -> None:
    server = MemoryServer()
    await server.opened()
    before = (await server.live()).head
    receipt = await server.ask(by(ANNE), SIT)
    stored = await server.log.read(server.table, after=1)
    assert receipt.version == 2
    assert receipt.head == extend(before, server.log.seeds[server.table], stored)
    assert [event for entry in stored for event in entry.events] == [
        event.raw for event in receipt.events
    ]


async def test_the_command_is_recorded_beside_its_first_event() -> None:
    server = MemoryServer()
    await server.opened()
    server.world.wait(5)
    await server.ask(by(BOB), SIT, KEY)
    entry = (await server.log.read(server.table, after=1))[0]
    asked = {"type": "table.sit"}
    record = json.decode(entry.record or b"", type=Record)
    assert record == Record("2026-01-01T12:00:00.005Z", BOB, asked, 2, 2, None)


async def test_a_refused_command_stores_nothing() -> None:
    server = MemoryServer()
    await server.started()
    before = await versions(server)
    idle = (await server.active() + 1) % 3
    assert await refused(server, sitting(idle), Play("R-black-1")) == "not_your_turn"
    assert await versions(server) == before


async def test_what_is_known_here_is_what_is_stored() -> None:
    server = MemoryServer()
    await server.started()
    for turn in range(30):
        await server.play(at=server.here if turn % 3 else server.there)
    here, there = await server.here.fresh(server.table), await server.there.fresh(server.table)
    assert isinstance(here.state, Running)
    assert (here.version, here.head, here.state) == (there.version, there.head, there.state)
    assert here.version == await versions(server)


async def test_every_commit_stands_on_the_one_before() -> None:
    server = MemoryServer()
    await server.started()
    for _ in range(5):
        await server.play()
    for before, after in zip(server.log.commits, server.log.commits[1:], strict=False):
        assert after.expected == before.expected + len(before.events)
        assert after.head == before.next_head
    assert len({commit.id for commit in server.log.commits}) == len(server.log.commits)
    assert [commit.seed is not None for commit in server.log.commits] == [True] + [False] * 9
