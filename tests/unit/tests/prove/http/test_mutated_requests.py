"""The proof would find a server that reads what others refuse."""

from collections.abc import Callable
from typing import Any

import pytest

from api.transport.exchange import Exchange
from tests.prove.http.mutated_requests import Echo, compare, ours

STREAMS = 150
pytestmark = pytest.mark.anyio


async def compare_all(server: Callable[[Echo], Any]) -> None:
    for number in range(STREAMS):
        await compare(number, server)


@pytest.mark.parametrize("lenient", ["chunked_length", "optional_cr_before_lf"])
async def test_a_parser_that_accepts_more_is_found(lenient: str) -> None:
    def server(echo: Echo) -> Any:
        connection = ours(echo)
        connection.reader._parser.set_dangerous_leniencies(**{f"lenient_{lenient}": True})
        return connection

    with pytest.raises(AssertionError, match="uvicorn"):
        await compare_all(server)


async def test_an_internal_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(self: Exchange) -> None:
        self._end()

    monkeypatch.setattr(Exchange, "run", fail)
    with pytest.raises(AssertionError, match="an internal error"):
        await compare_all(ours)
