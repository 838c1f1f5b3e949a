"""The golden sentences: events as data, the rule each cites, and what people read."""

from typing import NamedTuple

from msgspec import json

from domain.judging.codec import EVENT_TYPES
from domain.kernel.messages import Event
from tests.support.histories.golden import GOLDEN


class Sentence(NamedTuple):
    event: Event
    rule: str
    english: str
    french: str


def sentences(folder: str) -> list[Sentence]:
    """Return the golden sentences of a game, or of the table."""
    blocks = (GOLDEN / folder / "sentences.txt").read_text().split("\n\n")
    return [_sentence(*block.splitlines()) for block in blocks]


def _sentence(event: str, rule: str, english: str, french: str) -> Sentence:
    kind, _, data = event.partition(" ")
    return Sentence(json.decode(data, type=EVENT_TYPES[kind]), rule, english, french)
