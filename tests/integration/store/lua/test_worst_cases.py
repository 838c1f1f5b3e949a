"""A Lua function runs as many commands as it states when its keys are as full as they may be."""

import pytest

from store.client.base import StoreClient
from tests.support.stores.worst_cases import lists, plain, seeks
from tests.support.stores.worst_cases.stated import commands_of, stated

pytestmark = [pytest.mark.anyio, pytest.mark.real_server]

PLAIN = {**plain.CASES, **lists.CASES}
SEEKS = {case.__name__: case for case in seeks.CASES}


def test_every_function_states_its_worst_case() -> None:
    assert {name for name, worst in stated().items() if worst is None} == set()
    assert stated().keys() == SEEKS.keys() | PLAIN.keys()


@pytest.mark.parametrize("name", [*SEEKS, *PLAIN])
async def test_a_function_runs_as_many_commands_as_it_states(
    client: StoreClient, name: str
) -> None:
    if name in SEEKS:
        call = await SEEKS[name](client)
    else:
        call = await PLAIN[name].fill(client, name)
    assert await commands_of(client, call) == stated()[name]
