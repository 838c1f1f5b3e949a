"""Drives the steps of players: sends each request and passes the decoded answer back."""

from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeVar

from openapi.play.table import Result, Step, Steps

Asked = TypeVar("Asked")


def perform(steps: Generator[Asked, Any, Result], send: Callable[[Asked], Any]) -> Result:
    """Send every request with `send`, which returns the decoded answer; return the result."""
    answer = None
    try:
        while True:
            answer = send(steps.send(answer))
    except StopIteration as end:
        result: Result = end.value
        return result


async def perform_async(steps: Steps[Result], send: Callable[[Step], Awaitable[Any]]) -> Result:
    """Do the same with a coroutine function."""
    answer = None
    try:
        while True:
            answer = await send(steps.send(answer))
    except StopIteration as end:
        result: Result = end.value
        return result
