"""`handle` when another command is faster, in this process or in another."""

import pytest

from application.handle import ATTEMPTS
from application.ports.event_log import Conflict, Reply
from domain.judging.actors import ByClock
from domain.judging.codec import decoded
from domain.judging.commit import Commit
from domain.table.commands import CallTime, Leave, Sit, Start
from domain.table.state import Running
from tests.support.players.people import ANNE, BOB, CLEO, DORA, PLAYERS
from tests.support.tables.memory_table import (
    MINUTE,
    MemoryServer,
    TrappedLog,
    refused,
    sitting,
    versions,
)
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio

SIT = Sit()


async def test_a_command_that_loses_a_race_is_judged_again_on_the_new_state() -> None:
    server = MemoryServer()
    await server.opened()
    server.log.traps = [lambda: server.ask(by(BOB), SIT, at=server.there)]
    receipt = await server.ask(by(ANNE), SIT)
    assert receipt.version == 3
    stored = decoded(await server.log.read(server.table, after=1))
    seats = [each.event for each in stored]
    assert [(event.seat, event.player) for event in seats] == [(0, BOB), (1, ANNE)]  # type: ignore[attr-defined]


async def test_a_command_that_loses_a_race_in_its_own_process_is_judged_again_too() -> None:
    """The winner has updated the cache before the loser learns of the conflict."""
    server = MemoryServer()
    await server.opened()
    server.log.traps = [lambda: server.ask(by(BOB), SIT)]
    assert (await server.ask(by(ANNE), SIT)).version == 3


async def test_many_commands_of_one_process_at_once_are_all_judged() -> None:
    server = MemoryServer()
    await server.opened()
    receipts: list[int] = []

    async def sit(player: str) -> None:
        receipts.append((await server.ask(by(player), SIT)).version)

    server.log.traps = [lambda: sit(BOB), lambda: sit(CLEO)]
    await sit(ANNE)
    assert sorted(receipts) == [2, 3, 4]


async def test_a_player_who_loses_the_last_seat_is_refused() -> None:
    server = MemoryServer()
    await server.opened()
    for player in (ANNE, BOB):
        await server.ask(by(player), SIT)
    server.log.traps = [lambda: server.ask(by(CLEO), SIT, at=server.there)]
    assert await refused(server, by(DORA), SIT) == "table_full"


async def test_a_refusal_on_stale_knowledge_is_judged_again() -> None:
    """Here the table is not known to have started; there it has."""
    server = MemoryServer()
    await server.opened()
    for player in PLAYERS:
        await server.ask(by(player), SIT)
    await server.there.find(server.table)
    await server.ask(by(ANNE), Start())
    seat = await server.active()
    card = await server.first_card(seat)
    receipt = await server.ask(sitting(seat), card, at=server.there)
    assert receipt.version == await versions(server)


async def test_a_refusal_is_judged_again_if_this_process_goes_on_while_it_looks() -> None:
    """The next in line asks too early; while the log is read again, the leader plays."""
    server = MemoryServer()
    await server.started()
    leader = await server.active()
    state = (await server.live()).state
    assert isinstance(state, Running)
    second = state.play.line[1]
    first_card, second_card = await server.first_card(leader), await server.first_card(second)
    server.log.read_traps = [lambda: server.ask(sitting(leader), first_card)]
    receipt = await server.ask(sitting(second), second_card)
    assert receipt.version == await versions(server)


async def test_a_command_that_loses_every_race_is_rejected_as_such() -> None:
    server = MemoryServer()
    await server.opened()
    await server.ask(by(ANNE), SIT)
    leaving = [by(BOB), by(CLEO)] * ATTEMPTS

    class Crowded(TrappedLog):
        busy = False

        async def append(self, commit: Commit) -> Reply:
            if commit.table == server.table and not self.busy:
                self.busy = True
                who = leaving.pop()
                await server.ask(who, SIT, at=server.there)
                seat = 1
                await server.ask(who, Leave(seat), at=server.there)
                self.busy = False
            return await super().append(commit)

    server.log.__class__ = Crowded
    assert await refused(server, by(DORA), SIT) == "table_busy"


async def test_what_is_known_here_but_not_stored_is_read_again() -> None:
    """A store that was set back (restored, failed over) does not go on from what we know."""
    server = MemoryServer()
    await server.opened()
    wrong = await server.here.find(server.table)
    wrong.head, wrong.version = bytes(32), 7
    await server.ask(by(ANNE), SIT)
    assert await versions(server) == 2
    assert (await server.here.find(server.table)) is not wrong


class Doubling(TrappedLog):
    """Every answer is lost once: the same bytes are sent again."""

    async def append(self, commit: Commit) -> Reply:
        await super().append(commit)
        return await super().append(commit)


async def test_a_command_whose_answer_was_lost_is_applied_once_and_known_here() -> None:
    server = MemoryServer()
    server.log.__class__ = Doubling
    await server.started()
    live = await server.here.find(server.table)
    assert isinstance(live.state, Running)
    assert live.version == await versions(server)
    receipt = await server.play()
    assert (receipt.version, receipt.head) == (live.version, live.head)


async def test_exactly_one_of_the_late_player_and_the_clock_wins() -> None:
    server = MemoryServer()
    await server.started()
    seat = await server.active()
    card = await server.first_card(seat)
    server.world.wait(MINUTE)
    server.log.traps = [lambda: server.ask(sitting(seat), card, at=server.there)]
    assert await refused(server, ByClock(), CallTime()) == "not_due"


async def test_a_conflict_without_entries_is_read_up() -> None:
    """The store says that the history has gone on, but not how."""
    server = MemoryServer()
    await server.opened()

    class Terse(TrappedLog):
        async def append(self, commit: Commit) -> Reply:
            reply = await super().append(commit)
            return Conflict(()) if isinstance(reply, Conflict) else reply

    server.log.__class__ = Terse
    await server.there.find(server.table)
    await server.ask(by(BOB), SIT)
    assert (await server.ask(by(ANNE), SIT, at=server.there)).version == 3
