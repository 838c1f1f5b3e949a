"""A lesson as the page plays it: what the learner sees after each move, in every language."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import json, to_builtins

from domain.kernel.game import AnyGame
from domain.kernel.ids import LANGUAGES, Seat
from domain.kernel.lessons import Lesson, Move, Position, places, positions
from domain.kernel.words.labels import unique
from domain.kernel.words.names import GivenNames, names_in


def encode_lesson(game: AnyGame, lesson: Lesson, record: Sequence[Move]) -> bytes:
    """Return the notes, each with its frame, and the frames: one for the deal and each command."""
    shown = places(lesson, record)
    steps = [{**to_builtins(step), "at": at} for step, at in zip(lesson.steps, shown, strict=True)]
    asked = {at for step, at in zip(lesson.steps, shown, strict=True) if step.play is not None}
    whole = {"game": game.key, "title": lesson.title, "seat": lesson.seat, "names": lesson.names}
    return json.encode(
        {**whole, "steps": steps, "frames": list(_frames(game, lesson, record, asked))}
    )


def _frames(
    game: AnyGame, lesson: Lesson, record: Sequence[Move], asked: set[int]
) -> Iterator[dict[str, Any]]:
    version = 0
    for number, position in enumerate(positions(game, lesson, record)):
        state = position.state
        names = [names_in(lang)(lesson.names, pieces=game.piece_names(state)) for lang in LANGUAGES]
        open_decision = game.decision(state)
        yield {
            "view": game.view(state, lesson.seat),
            "events": list(_events(position, lesson.seat, version, names)),
            "version": (version := version + len(position.events)),
            "decision": open_decision
            and {
                "number": number,
                "kind": open_decision.kind,
                "seats": sorted(open_decision.awaited),
            },
            "actions": _actions(game, state, lesson.seat, names) if number in asked else None,
        }


def _events(
    position: Position, seat: Seat, before: int, names: Sequence[GivenNames]
) -> Iterator[dict[str, Any]]:
    """Yield the events that the learner may see."""
    for version, event in enumerate(position.events, before + 1):
        if event.audience().hears((seat,)):
            yield {
                "version": version,
                "type": event.type,
                "rule": event.cites(),
                "data": event,
                "sentence": {each.lang: each.sentence(event) for each in names},
            }


def _actions(
    game: AnyGame, state: Any, seat: Seat, names: Sequence[GivenNames]
) -> list[dict[str, Any]]:
    """Return what the learner may do, each with its label and heading."""
    view, commands = game.view(state, seat), game.legal(state, seat)
    labels = {each.lang: [each.label(one, view, seat) for one in commands] for each in names}
    texts = {lang: unique(label.text for label in found) for lang, found in labels.items()}
    return [
        {
            "command": command,
            "label": {lang: texts[lang][number] for lang in texts},
            "group": {lang: labels[lang][number].group for lang in labels},
        }
        for number, command in enumerate(commands)
    ]
