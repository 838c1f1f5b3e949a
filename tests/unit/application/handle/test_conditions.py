"""`handle` with an `If-Match` condition."""

import pytest

from application.refusals.reasons import DecisionChanged
from domain.judging.live_table import LiveTable
from domain.kernel.refusals import Rejected
from domain.table.commands import Sit
from tests.support.players.people import ANNE, BOB
from tests.support.tables.memory_table import MemoryServer, sitting, versions
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio

SIT = Sit()


async def test_a_condition_that_no_longer_holds_refuses() -> None:
    server = MemoryServer()
    await server.started()
    seen = (await server.live()).version

    def unchanged(live: LiveTable) -> None:
        if live.version != seen:
            raise Rejected(DecisionChanged())

    seat = await server.active()
    card = await server.first_card(seat)
    await server.ask(sitting(seat), card, condition=unchanged)
    other = await server.active()
    with pytest.raises(Rejected, match="decision_moved_on"):
        await server.ask(sitting(other), await server.first_card(other), condition=unchanged)


async def test_a_condition_is_looked_at_again_after_a_lost_race() -> None:
    server = MemoryServer()
    await server.opened()
    looked: list[int] = []

    def at_first(live: LiveTable) -> None:
        looked.append(live.version)
        if live.version > 1:
            raise Rejected(DecisionChanged())

    server.log.traps = [lambda: server.ask(by(BOB), SIT, at=server.there)]
    with pytest.raises(Rejected, match="decision_moved_on"):
        await server.ask(by(ANNE), SIT, condition=at_first)
    assert looked == [1, 2]
    assert await versions(server) == 2


async def test_a_condition_that_holds_only_now_is_met_by_catching_up() -> None:
    server = MemoryServer()
    await server.opened()
    await server.there.find(server.table)
    await server.ask(by(BOB), SIT)

    def somebody_sits(live: LiveTable) -> None:
        if live.version < 2:
            raise Rejected(DecisionChanged())

    receipt = await server.ask(by(ANNE), SIT, condition=somebody_sits, at=server.there)
    assert receipt.version == 3
