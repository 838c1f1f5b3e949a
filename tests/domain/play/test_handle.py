"""The one path: lost races, repeated commands, deadlines, conditions, times."""

import pytest
from msgspec import json

from domain.games.gumball_rally.commands import Play
from domain.kernel.rejection import Rejected
from domain.play.clock import millis
from domain.play.codec import decode
from domain.play.fair import commitment, extend
from domain.play.handle import ATTEMPTS, Key, Record
from domain.play.judge import OPEN_FOR_MS, Asker, Clock
from domain.play.log import Commit, Conflict, OutcomeUnknown, Reply
from domain.play.tables import Live
from domain.table.commands import CallTime, Leave, Sit, Start
from domain.table.events import TableClosed, TableOpened, TimedOut
from domain.table.state import Closed, Running
from tests.domain.play.house import MINUTE, House, TrappedLog, sitting
from tests.support.table_spec import ANNE, BOB, CLEO, DORA, PLAYERS, asks
from tests.support.world import NOON

pytestmark = pytest.mark.anyio

SIT = Sit("my dice", "player")
KEY = Key("k1", b'{"card":"x"}')


async def versions(house: House) -> int:
    return len(await house.log.read(house.table))


async def refused(house: House, who: Asker | Clock, command: Play | CallTime | Sit | Start) -> str:
    with pytest.raises(Rejected) as refusal:
        await house.ask(who, command)
    return refusal.value.code


async def test_opening_commits_to_a_fresh_seed_that_is_kept_apart() -> None:
    house = House()
    table = await house.opened()
    (entry,) = await house.log.read(table)
    opened = decode(entry.event).event
    assert isinstance(opened, TableOpened)
    seed = house.log.seeds[table]
    assert opened.commitment == commitment(table, seed)
    assert seed.hex().encode() not in entry.event + (entry.record or b"")


async def test_a_receipt_has_the_events_and_the_head_after_them() -> None:
    house = House()
    await house.opened()
    before = (await house.live()).head
    receipt = await house.ask(asks(ANNE), SIT)
    raws = [told.raw for told in receipt.events]
    assert receipt.version == 2
    assert receipt.head == extend(before, house.log.seeds[house.table], 2, raws)
    assert [entry.event for entry in await house.log.read(house.table, after=1)] == raws


async def test_the_command_is_recorded_beside_its_first_event() -> None:
    house = House()
    await house.opened()
    house.world.wait(5)
    await house.ask(asks(BOB), SIT, KEY)
    entry = (await house.log.read(house.table, after=1))[0]
    asked = {"type": "table.sit", "entropy": "my dice", "entropy_by": "player"}
    record = json.decode(entry.record or b"", type=Record)
    assert record == Record("2026-01-01T12:00:00.005Z", BOB, asked, "k1", None)


async def test_a_refused_command_stores_nothing() -> None:
    house = House()
    await house.started()
    before = await versions(house)
    idle = (await house.on_turn() + 1) % 3
    assert await refused(house, sitting(idle), Play("R-noir-1")) == "not_your_turn"
    assert await versions(house) == before


async def test_whoever_loses_a_race_is_judged_again_on_what_is_true_then() -> None:
    house = House()
    await house.opened()
    house.log.traps = [lambda: house.ask(asks(BOB), SIT, at=house.there)]
    receipt = await house.ask(asks(ANNE), SIT)
    assert receipt.version == 3
    seats = [decode(entry.event).event for entry in await house.log.read(house.table, after=1)]
    assert [(event.seat, event.player) for event in seats] == [(0, BOB), (1, ANNE)]  # type: ignore[attr-defined]


async def test_so_is_whoever_loses_it_to_a_command_of_the_same_process() -> None:
    """The winner has moved the shared knowledge on before the loser hears of the conflict."""
    house = House()
    await house.opened()
    house.log.traps = [lambda: house.ask(asks(BOB), SIT)]
    assert (await house.ask(asks(ANNE), SIT)).version == 3


async def test_many_commands_of_one_process_at_once_are_all_judged() -> None:
    house = House()
    await house.opened()
    receipts: list[int] = []

    async def sit(player: str) -> None:
        receipts.append((await house.ask(asks(player), SIT)).version)

    house.log.traps = [lambda: sit(BOB), lambda: sit(CLEO)]
    await sit(ANNE)
    assert sorted(receipts) == [2, 3, 4]


async def test_whoever_loses_the_last_seat_is_refused() -> None:
    house = House()
    await house.opened()
    for player in (ANNE, BOB):
        await house.ask(asks(player), SIT)
    house.log.traps = [lambda: house.ask(asks(CLEO), SIT, at=house.there)]
    assert await refused(house, asks(DORA), SIT) == "table_full"


async def test_a_refusal_on_stale_knowledge_is_judged_again() -> None:
    """Here the table is not known to have started; there it has."""
    house = House()
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
    house = House()
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
    house = House()
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


async def test_a_history_that_does_not_continue_is_not_written_to() -> None:
    house = House()
    await house.opened()
    (await house.here.find(house.table)).head = bytes(32)
    with pytest.raises(OutcomeUnknown):
        await house.ask(asks(ANNE), SIT)
    assert await versions(house) == 1


async def test_the_same_key_and_body_get_the_same_receipt_and_store_nothing() -> None:
    house = House()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    first = await house.ask(sitting(seat), card, KEY)
    stored = await versions(house)
    assert await house.ask(sitting(seat), card, KEY) == first
    assert await house.ask(sitting(seat), card, KEY, at=house.there) == first
    assert await house.ask(sitting(seat), card, KEY, at=house.process()) == first
    assert await versions(house) == stored


async def test_also_when_others_have_gone_on() -> None:
    house = House()
    await house.started()
    first = await house.play(KEY)
    seat = first.events[0].happened.seat
    assert seat is not None
    for _ in range(3):
        await house.play()
    assert await house.ask(sitting(seat), Play("R-noir-1"), KEY) == first


async def test_a_repeated_command_that_would_be_legal_again_is_not_done_again() -> None:
    """Sitting down, getting up, and the first request arriving once more."""
    house = House()
    await house.opened()
    first = await house.ask(asks(BOB), SIT, KEY)
    await house.ask(asks(BOB), Leave(0))
    assert await house.ask(asks(BOB), SIT, KEY) == first
    assert await versions(house) == 3


async def test_the_same_key_with_another_body_is_refused() -> None:
    house = House()
    await house.opened()
    await house.ask(asks(BOB), SIT, KEY)
    with pytest.raises(Rejected, match="idempotency_key_reused"):
        await house.ask(asks(BOB), SIT, Key("k1", b"another body"))


async def test_the_keys_of_two_players_do_not_meet() -> None:
    house = House()
    await house.opened()
    await house.ask(asks(BOB), SIT, KEY)
    assert (await house.ask(asks(CLEO), SIT, KEY)).version == 3


async def test_after_a_refusal_the_key_can_be_used() -> None:
    house = House()
    await house.opened()
    with pytest.raises(Rejected):
        await house.ask(asks(BOB), Start(), KEY)
    assert (await house.ask(asks(BOB), SIT, KEY)).version == 2


async def test_whoever_is_late_is_refused_by_the_clock_of_the_store() -> None:
    house = House()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(MINUTE + 1)
    assert await refused(house, sitting(seat), card) == "too_late"


async def test_the_deadline_itself_is_in_time() -> None:
    house = House()
    await house.started()
    house.world.wait(MINUTE)
    assert (await house.play()).events


async def test_the_clock_of_a_process_that_runs_ahead_plays_for_nobody_early() -> None:
    house = House()
    await house.started()
    house.log.now_ms = lambda: NOON + MINUTE - 1
    house.world.wait(MINUTE)
    assert await refused(house, Clock(), CallTime()) == "not_due"


async def test_the_clock_plays_for_whoever_is_late_and_once_only() -> None:
    house = House()
    await house.started()
    seat = await house.on_turn()
    await house.there.find(house.table)
    house.world.wait(MINUTE)
    receipt = await house.ask(Clock(), CallTime())
    assert receipt.events[0].happened.event == TimedOut(seat, 1)
    assert receipt.events[0].happened.seat is None
    with pytest.raises(Rejected, match="not_due"):
        await house.ask(Clock(), CallTime(), at=house.there)


async def test_exactly_one_of_the_late_player_and_the_clock_wins() -> None:
    house = House()
    await house.started()
    seat = await house.on_turn()
    card = await house.first_card(seat)
    house.world.wait(MINUTE)
    house.log.traps = [lambda: house.ask(sitting(seat), card, at=house.there)]
    assert await refused(house, Clock(), CallTime()) == "not_due"


async def test_a_condition_that_no_longer_holds_refuses() -> None:
    house = House()
    await house.started()
    seen = (await house.live()).version

    def unchanged(live: Live) -> None:
        if live.version != seen:
            raise Rejected("decision_moved_on", "…")

    seat = await house.on_turn()
    card = await house.first_card(seat)
    await house.ask(sitting(seat), card, condition=unchanged)
    other = await house.on_turn()
    with pytest.raises(Rejected, match="decision_moved_on"):
        await house.ask(sitting(other), await house.first_card(other), condition=unchanged)


async def test_a_condition_is_looked_at_again_after_a_lost_race() -> None:
    house = House()
    await house.opened()
    looked: list[int] = []

    def at_first(live: Live) -> None:
        looked.append(live.version)
        if live.version > 1:
            raise Rejected("decision_moved_on", "…")

    house.log.traps = [lambda: house.ask(asks(BOB), SIT, at=house.there)]
    with pytest.raises(Rejected, match="decision_moved_on"):
        await house.ask(asks(ANNE), SIT, condition=at_first)
    assert looked == [1, 2]
    assert await versions(house) == 2


async def test_a_condition_that_holds_only_now_is_met_by_catching_up() -> None:
    house = House()
    await house.opened()
    await house.there.find(house.table)
    await house.ask(asks(BOB), SIT)

    def somebody_sits(live: Live) -> None:
        if live.version < 2:
            raise Rejected("decision_moved_on", "…")

    receipt = await house.ask(asks(ANNE), SIT, condition=somebody_sits, at=house.there)
    assert receipt.version == 3


async def test_times_never_go_backwards() -> None:
    house = House()
    await house.opened()
    house.world.wait(5000)
    await house.ask(asks(ANNE), SIT)
    house.world.wait(-4000)
    for player, process in ((BOB, house.here), (CLEO, house.there)):
        await house.ask(asks(player), SIT, at=process)
    times = [millis(decode(entry.event).at) for entry in await house.log.read(house.table)]
    assert times == [NOON, NOON + 5000, NOON + 5000, NOON + 5000]


async def test_the_store_is_told_when_to_look_at_a_table_again() -> None:
    house = House()
    table = await house.opened()
    assert house.log.due[table] == NOON + OPEN_FOR_MS
    for player in PLAYERS:
        await house.ask(asks(player), SIT)
    house.world.wait(1000)
    await house.ask(asks(ANNE), Start())
    assert house.log.due[table] == NOON + 1000 + MINUTE
    seat = await house.on_turn()
    house.world.wait(500)
    await house.ask(asks(PLAYERS[seat]), Leave(seat))
    assert house.log.due[table] == NOON + 1500


async def test_a_closed_table_is_not_looked_at_again() -> None:
    house = House()
    table = await house.started()
    for seat, player in enumerate(PLAYERS):
        await house.ask(asks(player), Leave(seat))
    assert table not in house.log.due
    assert isinstance((await house.live()).state, Closed)


async def test_an_open_table_expires_through_the_same_path() -> None:
    house = House()
    table = await house.opened()
    assert await refused(house, Clock(), CallTime()) == "not_started"
    house.world.wait(OPEN_FOR_MS)
    receipt = await house.ask(Clock(), CallTime())
    seed = house.log.seeds[table].hex()
    assert receipt.events[-1].happened.event == TableClosed("abandoned", None, seed)


async def test_what_is_known_here_is_what_is_stored() -> None:
    house = House()
    await house.started()
    for turn in range(30):
        await house.play(at=house.here if turn % 3 else house.there)
    here, there = await house.here.fresh(house.table), await house.there.fresh(house.table)
    assert isinstance(here.state, Running)
    assert (here.version, here.head, here.state) == (there.version, there.head, there.state)
    assert here.version == await versions(house)


async def test_every_commit_stands_on_the_one_before() -> None:
    house = House()
    await house.started()
    for _ in range(5):
        await house.play()
    for before, after in zip(house.log.commits, house.log.commits[1:], strict=False):
        assert after.expected == before.expected + len(before.events)
        assert after.head == before.next_head
    assert len({commit.id for commit in house.log.commits}) == len(house.log.commits)
    assert [commit.seed is not None for commit in house.log.commits] == [True] + [False] * 9


async def test_a_conflict_without_entries_is_read_up() -> None:
    """The store says that the history has gone on, but not how."""
    house = House()
    await house.opened()

    class Terse(TrappedLog):
        async def append(self, commit: Commit) -> Reply:
            reply = await super().append(commit)
            return Conflict(()) if isinstance(reply, Conflict) else reply

    house.log.__class__ = Terse
    await house.there.find(house.table)
    await house.ask(asks(BOB), SIT)
    assert (await house.ask(asks(ANNE), SIT, at=house.there)).version == 3
