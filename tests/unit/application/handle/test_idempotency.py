"""`handle` when the same request comes again."""

import pytest

from domain.games.gumball_rally.commands import Play
from domain.judging.commit import Key
from domain.kernel.refusals import Rejected
from domain.table.commands import Leave, Sit, Start
from tests.support.players.people import BOB, CLEO
from tests.support.tables.memory_table import MemoryServer, sitting, versions
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio

SIT = Sit()
KEY = Key("k1", b'{"card":"x"}')


async def test_the_same_key_and_body_get_the_same_receipt_and_store_nothing() -> None:
    server = MemoryServer()
    await server.started()
    seat = await server.active()
    card = await server.first_card(seat)
    first = await server.ask(sitting(seat), card, KEY)
    stored = await versions(server)
    assert await server.ask(sitting(seat), card, KEY) == first
    assert await server.ask(sitting(seat), card, KEY, at=server.there) == first
    assert await server.ask(sitting(seat), card, KEY, at=server.process()) == first
    assert await versions(server) == stored


async def test_also_when_others_have_gone_on() -> None:
    server = MemoryServer()
    await server.started()
    first = await server.play(key=KEY)
    seat = first.events[0].recorded.seat
    assert seat is not None
    for _ in range(3):
        await server.play()
    assert await server.ask(sitting(seat), Play("R-black-1"), KEY) == first


async def test_a_repeated_command_that_would_be_legal_again_is_not_done_again() -> None:
    """Sitting down, getting up, and the first request arriving once more."""
    server = MemoryServer()
    await server.opened()
    first = await server.ask(by(BOB), SIT, KEY)
    await server.ask(by(BOB), Leave(0))
    assert await server.ask(by(BOB), SIT, KEY) == first
    assert await versions(server) == 3


async def test_the_same_key_with_another_body_is_refused() -> None:
    server = MemoryServer()
    await server.opened()
    await server.ask(by(BOB), SIT, KEY)
    with pytest.raises(Rejected, match="idempotency_key_reused"):
        await server.ask(by(BOB), SIT, Key("k1", b"another body"))


async def test_the_keys_of_two_players_do_not_meet() -> None:
    server = MemoryServer()
    await server.opened()
    await server.ask(by(BOB), SIT, KEY)
    assert (await server.ask(by(CLEO), SIT, KEY)).version == 3


async def test_after_a_refusal_the_key_can_be_used() -> None:
    server = MemoryServer()
    await server.opened()
    with pytest.raises(Rejected):
        await server.ask(by(BOB), Start(), KEY)
    assert (await server.ask(by(BOB), SIT, KEY)).version == 2
