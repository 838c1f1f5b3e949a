"""The golden sentences: events as data, the rule each cites, who may see it, what people read."""

from typing import NamedTuple

from msgspec import json

from domain.judging.codec import EVENT_TYPES
from domain.kernel.audience import Audience
from domain.kernel.messages import Event
from tests.support.histories.golden import GOLDEN


class Sentence(NamedTuple):
    event: Event
    facts: str  # the rule and the audience
    english: str
    french: str


def sentences(folder: str) -> list[Sentence]:
    """Return the golden sentences of a game, or of the table."""
    blocks = (GOLDEN / folder / "sentences.txt").read_text().split("\n\n")
    return [_sentence(*block.splitlines()) for block in blocks]


def _sentence(event: str, facts: str, english: str, french: str) -> Sentence:
    kind, _, data = event.partition(" ")
    return Sentence(json.decode(data, type=EVENT_TYPES[kind]), facts, english, french)


def facts(event: Event) -> str:
    """`GB-12, seat 0`, `no rule, everyone`"""
    return f"{event.cites() or 'no rule'}, {_seen_by(event.audience())}"


def _seen_by(audience: Audience) -> str:
    if audience.seats is None:
        return "everyone"
    return f"seat {', '.join(map(str, sorted(audience.seats)))}" if audience.seats else "nobody"
