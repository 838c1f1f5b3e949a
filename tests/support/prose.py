"""What a program can find fault with in English text: long sentences and words we do not use."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt

MOST_WORDS = 35
DENIED = re.compile(
    r"\b(whoever|whomever|anew|is told|are told|as asked|no more than you may hear|be told)\b", re.I
)
_markdown = MarkdownIt("commonmark").enable("table")
_END = re.compile(r"(?<=[.!?:])(?:\*\*|[)\"”])?\s+(?=[A-ZÀ-Ý`*\"(\[])")


def paragraphs(markdown: str) -> Iterator[str]:
    """Yield the text of every paragraph, item, heading and cell, without code."""
    for token in _markdown.parse(markdown):
        if token.type == "inline":
            parts = []
            for child in token.children or []:
                if child.type == "code_inline":
                    parts.append("Code")  # may begin a sentence
                elif child.type in ("softbreak", "hardbreak"):
                    parts.append(" ")
                else:
                    parts.append(child.content)
            yield "".join(parts)


def sentences(paragraph: str) -> list[str]:
    return _END.split(paragraph)


def faults(markdown: str) -> list[str]:
    """Return the sentences that are too long or use a word that we do not use."""
    return [
        sentence
        for paragraph in paragraphs(markdown)
        for sentence in sentences(paragraph)
        if len(sentence.split()) > MOST_WORDS or DENIED.search(sentence)
    ]
