"""The one path with If-Match."""

import pytest

from domain.judging.live_table import LiveTable
from domain.kernel.rejection import Rejected
from domain.table.commands import Sit
from tests.support.memory_server import MemoryServer, sitting, versions
from tests.support.table_spec import ANNE, BOB, asks

pytestmark = pytest.mark.anyio

SIT = Sit("my dice", "player")


async def test_a_condition_that_no_longer_holds_refuses() -> None:
    house = MemoryServer()
    await house.started()
    seen = (await house.live()).version

    def unchanged(live: LiveTable) -> None:
        if live.version != seen:
            raise Rejected("decision_moved_on", "…")

    seat = await house.on_turn()
    card = await house.first_card(seat)
    await house.ask(sitting(seat), card, condition=unchanged)
    other = await house.on_turn()
    with pytest.raises(Rejected, match="decision_moved_on"):
        await house.ask(sitting(other), await house.first_card(other), condition=unchanged)


async def test_a_condition_is_looked_at_again_after_a_lost_race() -> None:
    house = MemoryServer()
    await house.opened()
    looked: list[int] = []

    def at_first(live: LiveTable) -> None:
        looked.append(live.version)
        if live.version > 1:
            raise Rejected("decision_moved_on", "…")

    house.log.traps = [lambda: house.ask(asks(BOB), SIT, at=house.there)]
    with pytest.raises(Rejected, match="decision_moved_on"):
        await house.ask(asks(ANNE), SIT, condition=at_first)
    assert looked == [1, 2]
    assert await versions(house) == 2


async def test_a_condition_that_holds_only_now_is_met_by_catching_up() -> None:
    house = MemoryServer()
    await house.opened()
    await house.there.find(house.table)
    await house.ask(asks(BOB), SIT)

    def somebody_sits(live: LiveTable) -> None:
        if live.version < 2:
            raise Rejected("decision_moved_on", "…")

    receipt = await house.ask(asks(ANNE), SIT, condition=somebody_sits, at=house.there)
    assert receipt.version == 3
