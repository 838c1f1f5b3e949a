"""The legal actions of a seat, each with a label in the language of its player."""

import hashlib
from typing import Any, TypeGuard

from domain.judging.decision_clock import game_of
from domain.kernel.game import OpenParameter
from domain.kernel.ids import Lang, Moment, Seat, Version
from domain.kernel.messages import Command, Value
from domain.kernel.words.labels import listed_values, unique
from domain.kernel.words.names import GivenNames
from domain.kernel.words.texts import Label
from domain.table.state import Running, Table
from projections.seat_view.names import NamesOfPeople, narrator
from projections.seat_view.view import DecisionSeen, TableAtVersion, describe_decision, encode


class ActionSeen(Value, frozen=True):
    """A legal command, ready to send, with a short text and the heading it belongs under.

    Labels are unique in a list.
    """

    label: str
    """What the button of this action says; unique in a list."""
    group: str
    """A heading for several labels."""
    command: Command
    """The command, ready to send."""


class ChoiceSeen(Value, frozen=True):
    """A value of a parameter, or of one item of it, in words."""

    value: str | int
    """The value to send in the command."""
    label: str
    """A short text for people."""


class OpenParameterSeen(Value, frozen=True):
    """A parameter with more legal values than `actions` lists.

    `schema` is its JSON schema, `about` explains it, and `choices` has each value that the schema
    lists.
    """

    command: str
    """The type of the command that has the parameter."""
    field: str
    """The name of the field."""
    label: str
    """A short text for people."""
    group: str
    """A heading for several labels."""
    about: str
    """What the values of the parameter mean."""
    schema: dict[str, Any]
    """The JSON schema of the parameter."""
    choices: tuple[ChoiceSeen, ...]
    """Each value that the schema lists."""


class ActionsSeen(Value, frozen=True):
    """The open decision and every legal command of a seat."""

    version: Version
    head: str | None  # null between the events of a commit
    """The head of the hash chain; null at a version between the events of a command."""
    decision: DecisionSeen | None
    """The open decision; null if there is none."""
    deadline: Moment | None
    """When the time to decide ends; null without a clock."""
    actions: tuple[ActionSeen, ...]
    """The legal actions of the seat."""
    open_parameters: tuple[OpenParameterSeen, ...]
    """Parameters with more legal values than `actions` lists."""


def describe_actions(
    seen: TableAtVersion, seat: Seat, lang: Lang, people: NamesOfPeople
) -> ActionsSeen:
    """Return the legal actions of a seat; labels are made from its view, so they hide the rest."""
    state, version, head = seen.state, seen.version, seen.head_text
    decision = describe_decision(state)
    deadline = decision.deadline if decision else None
    if not _has_actions(state) or seat in state.resigned:
        return ActionsSeen(version, head, decision, deadline, (), ())
    game = game_of(state)
    commands = game.legal(state.play, seat)
    view = game.view(state.play, seat) if commands else None
    told = narrator(state, lang, people)
    actions = _labelled(commands, [told.label(command, view, seat) for command in commands])
    more = game.open_parameters(state.play, seat)
    parameters = tuple(_parameter(game.package, each, told) for each in more)
    return ActionsSeen(version, head, decision, deadline, actions, parameters)


def tag_of(actions: ActionsSeen) -> str:
    """Return a tag that changes exactly when the decision of this seat, or its actions, change."""
    return _tag(actions.decision, tuple(action.command for action in actions.actions))


def decision_tag(state: Table, seat: Seat) -> str:
    """Return the same tag without making labels."""
    commands = game_of(state).legal(state.play, seat) if _has_actions(state) else ()
    return _tag(describe_decision(state), commands)


def _tag(decision: DecisionSeen | None, commands: tuple[Command, ...]) -> str:
    number, deadline = (decision.number, decision.deadline) if decision else (0, None)
    digest = hashlib.sha256(encode((commands, deadline))).hexdigest()[:12]
    return f"d{number}-{digest}"


def _has_actions(state: Table) -> TypeGuard[Running]:
    """Return whether a seat may act: not in the middle of a command, nor before the deal."""
    return isinstance(state, Running) and state.decision is not None and not state.unrevealed


def _labelled(commands: tuple[Command, ...], labels: list[Label]) -> tuple[ActionSeen, ...]:
    texts = unique(label.text for label in labels)
    return tuple(
        ActionSeen(text, label.group, command)
        for text, label, command in zip(texts, labels, commands, strict=True)
    )


def _parameter(package: str, parameter: OpenParameter, told: GivenNames) -> OpenParameterSeen:
    field = parameter.field
    texts = told.parameter(package, field)
    values = list(listed_values(parameter.schema))
    labels = unique(told.choice(package, field, value) for value in values)
    return OpenParameterSeen(
        command=parameter.command,
        field=field,
        label=texts.text,
        group=texts.group,
        about=texts.about,
        schema=parameter.schema,
        choices=tuple(map(ChoiceSeen, values, labels)),
    )
