"""The one path when others are faster, here or in another process."""

import pytest

from application.handle import ATTEMPTS
from application.ports.event_log import Conflict, Reply
from domain.judging.codec import decode
from domain.judging.commit import Commit
from domain.judging.judge import ByClock
from domain.table.commands import CallTime, Leave, Sit, Start
from domain.table.state import Running
from tests.support.memory_server import MINUTE, MemoryServer, TrappedLog, refused, sitting, versions
from tests.support.table_spec import ANNE, BOB, CLEO, DORA, PLAYERS, asks

pytestmark = pytest.mark.anyio

SIT = Sit("my dice", "player")


async def test_whoever_loses_a_race_is_judged_again_on_what_is_true_then() -> None:
    house = MemoryServer()
    await house.opened()
    house.log.traps = [lambda: house.ask(asks(BOB), SIT, at=house.there)]
    receipt = await house.ask(asks(ANNE), SIT)
    assert receipt.version == 3
    seats = [decode(entry.event).event for entry in await house.log.read(house.table, after=1)]
    assert [(event.seat, event.player) for event in seats] == [(0, BOB), (1, ANNE)]  # type: ignore[attr-defined]


async def test_so_is_whoever_loses_it_to_a_command_of_the_same_process() -> None:
    """The winner has moved the shared knowledge on before the loser hears of the conflict."""
    house = MemoryServer()
    await house.opened()
    house.log.traps = [lambda: house.ask(asks(BOB), SIT)]
    assert (await house.ask(asks(ANNE), SIT)).version == 3


async def test_many_commands_of_one_process_at_once_are_all_judged() -> None:
    house = MemoryServer()
    await house.opened()
    receipts: list[int] = []

    async def sit(player: str) -> None:
        receipts.append((await house.ask(asks(player), SIT)).version)

    house.log.traps = [lambda: sit(BOB), lambda: sit(CLEO)]
    await sit(ANNE)
    assert sorted(receipts) == [2, 3, 4]


async def test_whoever_loses_the_last_seat_is_refused() -> None:
    house = MemoryServer()
    await house.opened()
    for player in (ANNE, BOB):
        await house.ask(asks(player), SIT)
    house.log.traps = [lambda: house.ask(asks(CLEO), SIT, at=house.there)]
    assert await refused(house, asks(DORA), SIT) == "table_full"


async def test_a_refusal_on_stale_knowledge_is_judged_again() -> None:
    """Here the table is not known to have started; there it has."""
    house = MemoryServer()
    await house.opened()
    for player in PLAYERS:
        await house.ask(asks(player), SIT)
    await house.there.find(house.table)
    await house.ask(asks(ANNE), Start())
    seat = await house.on_turn()
    card = await house.first_card(seat)
    receipt = await house.ask(sitting(seat), card, at=house.there)
    assert receipt.version == await versions(house)


async def test_a_refusal_is_judged_again_if_this_process_goes_on_while_it_looks() -> None:
    """The next in line asks too early; while the log is read again, the leader plays."""
    house = MemoryServer()
    await house.started()
    leader = await house.on_turn()
    state = (await house.live()).state
    assert isinstance(state, Running)
    second = state.play.line[1]
    first_card, second_card = await house.first_card(leader), await house.first_card(second)
    house.log.read_traps = [lambda: house.ask(sitting(leader), first_card)]
    receipt = await house.ask(sitting(second), second_card)
    assert receipt.version == await versions(house)


async def test_whoever_loses_every_race_is_told_so() -> None:
    house = MemoryServer()
    await house.opened()
    await house.ask(asks(ANNE), SIT)
    leaving = [asks(BOB), asks(CLEO)] * ATTEMPTS

    class Crowded(TrappedLog):
        busy = False

        async def append(self, commit: Commit) -> Reply:
            if commit.table == house.table and not self.busy:
                self.busy = True
                who = leaving.pop()
                await house.ask(who, SIT, at=house.there)
                seat = 1
                await house.ask(who, Leave(seat), at=house.there)
                self.busy = False
            return await super().append(commit)

    house.log.__class__ = Crowded
    assert await refused(house, asks(DORA), SIT) == "table_busy"


async def test_what_is_known_here_but_not_stored_is_read_anew() -> None:
    """A store that was set back (restored, failed over) does not go on from what we know."""
    house = MemoryServer()
    await house.opened()
    wrong = await house.here.find(house.table)
    wrong.head, wrong.version = bytes(32), 7
    await house.ask(asks(ANNE), SIT)
    assert await versions(house) == 2
    assert (await house.here.find(house.table)) is not wrong


class Doubling(TrappedLog):
    """Every answer is lost once: the same bytes are sent again."""

    async def append(self, commit: Commit) -> Reply:
        await super().append(commit)
        return await super().append(commit)


async def test_a_command_whose_answer_was_lost_is_applied_once_and_known_here() -> None:
    house = MemoryServer()
    house.log.__class__ = Doubling
    await house.started()
    live = await house.here.find(house.table)
    assert isinstance(live.state, Running)
    assert live.version == await versions(house)
    receipt = await house.play()
    assert (receipt.version, receipt.head) == (live.version, live.head)


async def test_exactly_one_of_the_late_player_and_the_clock_wins() -> None:
    house = MemoryServer()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(MINUTE)
    house.log.traps = [lambda: house.ask(sitting(seat), card, at=house.there)]
    assert await refused(house, ByClock(), CallTime()) == "not_due"


async def test_a_conflict_without_entries_is_read_up() -> None:
    """The store says that the history has gone on, but not how."""
    house = MemoryServer()
    await house.opened()

    class Terse(TrappedLog):
        async def append(self, commit: Commit) -> Reply:
            reply = await super().append(commit)
            return Conflict(()) if isinstance(reply, Conflict) else reply

    house.log.__class__ = Terse
    await house.there.find(house.table)
    await house.ask(asks(BOB), SIT)
    assert (await house.ask(asks(ANNE), SIT, at=house.there)).version == 3
