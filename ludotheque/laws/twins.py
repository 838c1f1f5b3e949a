"""Twins: histories and states that differ only in what is hidden from one seat."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import json

from domain.judging.narration import narrator
from domain.kernel.game import AnyGame
from domain.kernel.ids import LANGUAGES, Lang, Seat
from domain.kernel.messages import Command, Event, state_after
from domain.kernel.refusals import Rejected
from ludotheque.laws.knowledge import knowledge
from ludotheque.testing.spec import Seeded


def hears(game: AnyGame, event: Event, seat: Seat | None) -> bool:
    return event.audience().hears(() if seat is None else (seat,))


def heard(game: AnyGame, events: Iterable[Event], seat: Seat | None) -> list[bytes | None]:
    """Return a history as this seat receives it: None for each sealed event."""
    return [json.encode(event) if hears(game, event, seat) else None for event in events]


def fold(game: AnyGame, events: Iterable[Event]) -> Any:
    return state_after(game.initial, events)


def all_it_gets(
    game: AnyGame,
    state: Any,
    seat: Seat | None,
    asking: Iterable[Command],
    languages: Sequence[Lang] = LANGUAGES,
) -> bytes:
    """Return all a seat (None: a spectator) can fetch: view, actions, previews, rejections."""
    public = [game.view(state, seat), game.decision(state), game.outcome(state)]
    if seat is None:
        return json.encode(public, order="deterministic")
    actions = game.legal(state, seat)
    previews = [game.preview(state, seat, action) for action in actions]
    speaking = [narrator(lang) for lang in languages]
    labels = [each.label(action, public[0], seat) for each in speaking for action in actions]
    default = game.default(state, seat) if actions else None
    answers = [answer(game, state, seat, command) for command in asking]
    parts = [public, actions, labels, previews, default, game.open_parameters(state, seat), answers]
    return json.encode(parts, order="deterministic")


def answer(game: AnyGame, state: Any, seat: Seat, command: Command) -> list[str | None]:
    try:
        game.decide(state, seat, command, Seeded(0))
    except Rejected as refusal:
        return [refusal.code, refusal.detail, refusal.rule, refusal.field]
    return []


def twin_history(
    key: str, game: AnyGame, events: Sequence[Event], seat: Seat | None, rng: Random
) -> list[Event]:
    """Return a history that `seat` cannot tell apart: ids it has never seen change places."""
    known = b"".join(filter(None, heard(game, events, seat)))
    swaps: dict[str, str] = {}
    for alike in knowledge(key).ALIKE:
        hidden = sorted(each for each in alike if f'"{each}"'.encode() not in known)
        swaps |= zip(hidden, rng.sample(hidden, len(hidden)), strict=True)
    return [renamed(event, swaps) for event in events]


def renamed(event: Event, swaps: Mapping[str, str]) -> Event:
    return msgspec.convert(_swap(msgspec.to_builtins(event), swaps), type(event))


def _swap(value: Any, swaps: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _swap(each, swaps) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_swap(each, swaps) for each in value]
    return swaps.get(value, value) if isinstance(value, str) else value
