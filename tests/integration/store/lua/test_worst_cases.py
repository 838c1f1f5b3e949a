"""A Lua function runs as many commands as it states when its keys are as full as they may be."""

import pytest

from store.client.base import StoreClient
from tests.support.stores.worst_cases import seeks
from tests.support.stores.worst_cases.stated import commands_of, stated

pytestmark = [pytest.mark.anyio, pytest.mark.real_server]

CASES = {case.__name__: case for case in (*seeks.CASES,)}


@pytest.mark.parametrize("name", CASES)
async def test_a_function_runs_as_many_commands_as_it_states(
    client: StoreClient, name: str
) -> None:
    call = await CASES[name](client)
    assert await commands_of(client, call) == stated()[name]
