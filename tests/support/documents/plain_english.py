"""A checker of texts that people read: what a sentence must not contain, and how long it may be."""

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST_SENTENCE = 35  # words
DENIED = (
    *("whoever", "whomever", "anew", "amidst", "in the midst", "shelf", "for your ears"),
    *("as asked", "be told", "is told", "are told", "was told", "were told", "been told"),
    *("hear", "hears", "heard", "lets it pass", "of its own accord", "told no more"),
    *("he", "his", "him", "himself"),
)
_DENIED = re.compile(rf"\b({'|'.join(DENIED)})\b", re.IGNORECASE)
_CODE = re.compile(r"`[^`]*`")
_ONLY_RULES = re.compile(r"(\s*[A-Z]{2}-[0-9.]+( \([a-z]\))?[,.…\s]*)+")
# A list item and a blank line end a sentence, too.
_END = re.compile(r"(?<=[.!?:])\s+|\n\s*\n|\n\s*(?:[*-]|\d+\.)\s+")


class Text(NamedTuple):
    place: str
    text: str


class Response(NamedTuple):
    """The description of a response, and what must be the same where it is repeated."""

    place: str
    text: str
    content: str


def faults(read: Text) -> Iterator[str]:
    """Yield what is wrong with the wording of a text."""
    prose = _CODE.sub("x", read.text)
    if not prose.strip():
        yield f"{read.place}: is empty"
    if _ONLY_RULES.fullmatch(read.text):
        yield f"{read.place}: names a rule and nothing else"
    for word in _DENIED.findall(prose):
        yield f"{read.place}: says {word!r}"
    for sentence in _END.split(prose):
        if len(sentence.split()) > LONGEST_SENTENCE:
            yield f"{read.place}: a sentence of {len(sentence.split())} words: {sentence!r}"


def response_faults(responses: list[Response]) -> Iterator[str]:
    """Yield responses that say too little, or the same as one with another content."""
    said: dict[str, Response] = {}
    for each in responses:
        yield from faults(Text(each.place, each.text))
        if len(each.text.split()) < 2:
            yield f"{each.place}: one word, {each.text!r}"
        first = said.setdefault(each.text.strip().casefold(), each)
        if first.content != each.content:
            yield f"{each.place}: says the same as {first.place}: {each.text!r}"
