"""The one path when the same request comes again."""

import pytest

from domain.games.gumball_rally.commands import Play
from domain.judging.commit import Key
from domain.kernel.rejection import Rejected
from domain.table.commands import Leave, Sit, Start
from tests.support.memory_server import MemoryServer, sitting, versions
from tests.support.table_spec import BOB, CLEO, asks

pytestmark = pytest.mark.anyio

SIT = Sit("my dice", "player")
KEY = Key("k1", b'{"card":"x"}')


async def test_the_same_key_and_body_get_the_same_receipt_and_store_nothing() -> None:
    house = MemoryServer()
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
    house = MemoryServer()
    await house.started()
    first = await house.play(KEY)
    seat = first.events[0].recorded.seat
    assert seat is not None
    for _ in range(3):
        await house.play()
    assert await house.ask(sitting(seat), Play("R-noir-1"), KEY) == first


async def test_a_repeated_command_that_would_be_legal_again_is_not_done_again() -> None:
    """Sitting down, getting up, and the first request arriving once more."""
    house = MemoryServer()
    await house.opened()
    first = await house.ask(asks(BOB), SIT, KEY)
    await house.ask(asks(BOB), Leave(0))
    assert await house.ask(asks(BOB), SIT, KEY) == first
    assert await versions(house) == 3


async def test_the_same_key_with_another_body_is_refused() -> None:
    house = MemoryServer()
    await house.opened()
    await house.ask(asks(BOB), SIT, KEY)
    with pytest.raises(Rejected, match="idempotency_key_reused"):
        await house.ask(asks(BOB), SIT, Key("k1", b"another body"))


async def test_the_keys_of_two_players_do_not_meet() -> None:
    house = MemoryServer()
    await house.opened()
    await house.ask(asks(BOB), SIT, KEY)
    assert (await house.ask(asks(CLEO), SIT, KEY)).version == 3


async def test_after_a_refusal_the_key_can_be_used() -> None:
    house = MemoryServer()
    await house.opened()
    with pytest.raises(Rejected):
        await house.ask(asks(BOB), Start(), KEY)
    assert (await house.ask(asks(BOB), SIT, KEY)).version == 2
