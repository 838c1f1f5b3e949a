"""Texts that consist of several parts, each in one language."""

from collections.abc import Mapping

from domain.kernel.messages import Value


class Label(Value, frozen=True):
    """What the button of an action says, and the heading it stands under."""

    text: str
    group: str


class Parameter(Value, frozen=True):
    """The name of a parameter, its heading, and what its values mean."""

    text: str
    group: str
    about: str


class Option(Value, frozen=True):
    """The name of an option, what it does, and the names of its values."""

    name: str
    text: str
    values: Mapping[str, str] = {}
