"""What a reply says about its command."""

import asyncio

import pytest
from redis.exceptions import BusyLoadingError, ResponseError, TryAgainError

from application.ports.event_log import StoreUnavailable
from store.client.replies import (
    ReplyLost,
    ignore_result,
    is_refusal,
    is_unreachable,
    raise_first_error,
)

REFUSALS = [BusyLoadingError("LOADING"), TryAgainError("x"), ResponseError("MISCONF no disk")]
WRONG_TYPE = ResponseError("WRONGTYPE")


@pytest.mark.parametrize("error", REFUSALS)
def test_a_refusal_is_raised_as_an_unavailable_store(error: Exception) -> None:
    assert is_refusal(error)
    assert is_unreachable(error)
    with pytest.raises(StoreUnavailable):
        raise_first_error([b"OK", error])


def test_an_error_of_the_command_is_raised_as_it_is() -> None:
    assert not is_refusal(WRONG_TYPE)
    assert not is_unreachable(WRONG_TYPE)
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        raise_first_error([b"OK", WRONG_TYPE])


@pytest.mark.parametrize("reply", [StoreUnavailable("x"), ReplyLost("x")])
def test_a_lost_reply_and_an_unavailable_store_count_as_unreachable(reply: Exception) -> None:
    assert is_unreachable(reply)


def test_replies_without_an_error_are_returned() -> None:
    assert raise_first_error([b"OK", None, 1]) == [b"OK", None, 1]
    assert not is_unreachable(None)


@pytest.mark.anyio
async def test_the_result_of_a_future_is_ignored_however_it_ends() -> None:
    loop = asyncio.get_running_loop()
    failed, cancelled = loop.create_future(), loop.create_future()
    failed.set_exception(ReplyLost("x"))
    cancelled.cancel()
    ignore_result(failed)
    ignore_result(cancelled)
