"""What is sent with a command: its parameters and its body; and what a dry run answers."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, Union, get_type_hints

from litestar.params import HeaderParameter, ParameterKwarg, QueryParameter
from msgspec import Struct, field

from api.http.answers import Head
from api.http.decoding import BodyDecoder, RequestHeaders
from api.http.params import (
    AcceptLanguage,
    DecisionHeader,
    DryRunQuery,
    KeyHeader,
    LangQuery,
    PreferHeader,
    SeatQuery,
)
from api.http.query import convert_parameters, read_query, with_bounds
from api.problems.handlers import FaultyRequest
from domain.games import GAMES
from domain.kernel.ids import Version
from domain.kernel.messages import Command, Value

AnyCommand: Any = Union[  # noqa: UP007
    tuple(command for game in GAMES.values() for command in game.commands)
]


class Previewed(Value, frozen=True):
    """An event that the command would cause."""

    type: str
    """The type of the event, as `game.name`."""
    rule: str | None
    """The rule that the event cites."""
    data: Any


class PreviewAnswer(Value, frozen=True):
    """The events that a command would cause, as far as its seat can know. Nothing was stored."""

    version: Version
    head: Head
    dry_run: Literal[True]
    events: tuple[Previewed, ...]
    """The events, the oldest first."""


class CommandParameters(Struct, frozen=True):
    """Query and header parameters of a command, by the names that clients use."""

    seat: SeatQuery = None
    dry_run: DryRunQuery = False
    key: KeyHeader = field(default=None, name="Idempotency-Key")
    if_match: DecisionHeader = field(default=None, name="If-Match")
    lang: LangQuery = None
    accept_language: AcceptLanguage = field(default=None, name="Accept-Language")
    prefer: PreferHeader = field(default=None, name="Prefer")


def _sent_in(place: type[ParameterKwarg]) -> list[str]:
    """Return the names of the parameters that are sent in the query, or in headers."""
    hints = get_type_hints(CommandParameters, include_extras=True).values()
    found = (each for hint in hints for each in hint.__metadata__ if isinstance(each, place))
    return [str(each.name) for each in found]


_QUERY: dict[str, Any] = dict.fromkeys(_sent_in(QueryParameter))
_HEADERS_READ = tuple((name.lower().encode(), name) for name in _sent_in(HeaderParameter))
_NAMES = frozenset(name for name, _ in _HEADERS_READ)
_NONE = CommandParameters()
_CHECKED = with_bounds(CommandParameters)
_decoder = BodyDecoder(AnyCommand)


def read_command(
    scope: Any, headers: RequestHeaders, body: bytes
) -> tuple[Command, CommandParameters]:
    """Return what was sent; raises ApiProblem."""
    if not body:
        raise FaultyRequest(body)
    try:
        command: Command = _decoder.decode(body, headers)
        if not scope["query_string"] and _NAMES.isdisjoint(headers.values):
            return command, _NONE
        return command, _parameters(_query(scope["query_string"]), headers)
    except FaultyRequest:
        raise FaultyRequest(body) from None


@lru_cache(maxsize=256)
def _query(query: bytes) -> Mapping[str, str]:
    return read_query(query, _QUERY)


def _parameters(query: Mapping[str, str], headers: RequestHeaders) -> CommandParameters:
    sent = {
        header: headers.values[name].decode("latin-1")
        for name, header in _HEADERS_READ
        if name in headers.values
    }
    if "If-Match" in sent or "Idempotency-Key" in sent:
        return convert_parameters({**query, **sent}, _CHECKED)
    return _repeated_parameters((*query.items(), *sent.items())) if query or sent else _NONE


@lru_cache(maxsize=256)  # but for a key and a condition, requests have few different parameters
def _repeated_parameters(values: tuple[tuple[str, str], ...]) -> CommandParameters:
    return convert_parameters(dict(values), _CHECKED)
