"""Commands for a store that one turn of the event loop sends, and the answers they lead to."""

import asyncio
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from api.transport.answer import Answer
from api.transport.reader import Headers

Command: TypeAlias = tuple[str | bytes | int, ...]
Then: TypeAlias = Callable[[Any], None]


class Turn:
    """Reads that are the same are sent once in a turn, and answers that are the same made once.

    All that ask in a turn do so before anything of it is sent.
    """

    def __init__(self, send: Callable[..., "asyncio.Future[Any]"]) -> None:
        """`send` takes the words of a command; it sends those of a turn as one pipeline."""
        self._send = send
        self._asked: dict[Command, list[Then]] = {}
        self._asked_together: dict[tuple[Command, ...], list[Then]] = {}
        self._answers: dict[Hashable, tuple[Any, Answer | Reads]] = {}  # of this turn

    def ask(self, command: Command, then: Then) -> None:
        """Send a read; `then` gets its reply, or its error."""
        waiting = self._asked.get(command)
        if waiting is not None:
            waiting.append(then)
            return
        if not self._asked:
            asyncio.get_running_loop().call_soon(self._end)
        self._asked[command] = waiting = [then]
        self._send(*command).add_done_callback(partial(_pass_on, waiting))

    def ask_all(self, commands: tuple[Command, ...], then: Then) -> None:
        """Send reads; `then` gets the list of their replies, or the first error."""
        waiting = self._asked_together.get(commands)
        if waiting is not None:
            waiting.append(then)
            return
        self._asked_together[commands] = waiting = [then]
        together = asyncio.gather(*[self._send(*command) for command in commands])
        together.add_done_callback(partial(_pass_on, waiting))
        asyncio.get_running_loop().call_soon(self._asked_together.pop, commands, None)

    def shared(
        self, key: Hashable, then: "Callable[[Any], Answer | Reads]", replies: Any
    ) -> "Answer | Reads":
        """Return what `then` makes of replies; it is called once for all that share them."""
        found = self._answers.get(key)
        if found is None or found[0] is not replies:
            if not self._answers:
                asyncio.get_running_loop().call_soon(self._answers.clear)
            found = self._answers[key] = replies, then(replies)
        return found[1]

    def _end(self) -> None:
        self._asked = {}


class NotQuick(Exception):
    """The application must answer: more than memory and one read are needed."""


class Read(NamedTuple):
    """A command that a quick way needs first; `then` makes the answer from its reply."""

    command: Command
    then: Callable[[Any], Answer]


class Reads(NamedTuple):
    """Commands that a quick way needs together; `then` may need others after their replies."""

    commands: tuple[Command, ...]
    then: "Callable[[Any], Answer | Reads]"
    key: Hashable  # requests with the same key and the same replies get the same answer


class Written(NamedTuple):
    """A write that is on its way already; `then` makes the answer from its reply."""

    ask: Callable[[Then], None]  # calls back with the reply, or with its error
    then: Callable[[Any], Answer]


class Reply(NamedTuple):
    """An answer, and headers of this one request."""

    answer: Answer
    extra: Headers


class Pending(NamedTuple):
    """An answer to come; None in its place leaves the request to the application."""

    ask: Callable[[Then], None]  # calls back with the reply of the store, or with its error
    then: "Callable[[Any], Reply | Pending | None]"


QuickWay: TypeAlias = Callable[[dict[str, Any], bytes], Reply | Pending | None]  # scope and body


def _pass_on(waiting: list[Then], future: "asyncio.Future[Any]") -> None:
    reply = NotQuick() if future.cancelled() else future.exception() or future.result()
    for then in waiting:
        then(reply)
