"""The text of a Markdown page without its code, and what is wrong with its wording."""

from collections.abc import Iterator

from markdown_it import MarkdownIt

from tests.support.documents.plain_english import Text, faults

_markdown = MarkdownIt("commonmark").enable("table")


def paragraphs(markdown: str) -> Iterator[str]:
    """Yield the text of every paragraph, item, heading and cell; code stands as `x`."""
    for token in _markdown.parse(markdown):
        if token.type == "inline":
            parts = (
                {"code_inline": "x", "softbreak": " ", "hardbreak": " "}.get(each.type)
                or each.content
                for each in token.children or []
            )
            yield "".join(parts)


def page_faults(place: str, markdown: str) -> list[str]:
    """Return the denied words and the long sentences of a page."""
    return [fault for text in paragraphs(markdown) for fault in faults(Text(place, text))]
