"""Renders Markdown as HTML: heading ids, contents, highlighted code, and links of the site."""

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from api.pages.documentation import sources

PRINTED_ORIGIN = "http://127.0.0.1:8000"  # in the Markdown
ORIGIN = "LudothequeOrigin"  # in the HTML, replaced by the address that the reader uses

_formatter = HtmlFormatter(nowrap=True)
# After a heading: other words for its section, which only the search reads.
_SEARCHED_AS = re.compile(r"^<!-- search: (.+) -->$", re.MULTILINE)


class Heading(NamedTuple):
    level: int
    id: str
    title: str


class Rendered(NamedTuple):
    body: str
    headings: tuple[Heading, ...]


class PlainSection(NamedTuple):
    id: str  # of its heading; empty before the first one
    heading: str
    text: str
    searched_as: str  # other words that people use for it


def _highlighted(code: str, language: str, _: str) -> str:
    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False)
    except ClassNotFound:
        lexer = get_lexer_by_name("text", stripnl=False)
    inner = highlight(code, lexer, _formatter)
    return f'<pre tabindex="0" data-language="{escape(language)}"><code>{inner}</code></pre>'


_markdown = MarkdownIt("commonmark", {"html": False, "highlight": _highlighted}).enable("table")


@lru_cache(maxsize=512)
def rendered(name: str, markdown: str) -> Rendered:
    """Return a page as HTML, with its headings."""
    tokens = _markdown.parse(_SEARCHED_AS.sub("", markdown))
    headings = _identified(tokens)
    for token in tokens:
        for part in (token, *(token.children or [])):
            part.content = part.content.replace(PRINTED_ORIGIN, ORIGIN)
        _relink(name, token.children or [])
    body = _markdown.renderer.render(tokens, _markdown.options, {})
    body = body.replace("<table>", '<div class="table" tabindex="0"><table>')
    body = body.replace("</table>", "</table></div>")
    return Rendered(body, headings)


def plain_sections(markdown: str) -> list[PlainSection]:
    """Return the prose between headings, with the heading it stands under, for the search."""
    tokens = _markdown.parse(markdown)
    left = list(_identified(tokens))
    found: list[tuple[str, str, list[str], list[str]]] = [("", "", [], [])]
    inside = False
    for token in tokens:
        if token.type == "heading_open":
            inside = True
            if token.tag in ("h2", "h3"):
                heading = left.pop(0)
                found.append((heading.id, heading.title, [], []))
        elif token.type == "heading_close":
            inside = False
        elif words := _SEARCHED_AS.fullmatch(token.content):
            found[-1][3].append(words[1])
        elif token.type == "inline" and not inside and not token.content.startswith("Next: "):
            found[-1][2].append(_plain(token))
    return [
        PlainSection(each, title, " ".join(" ".join(text).split()), " ".join(words))
        for each, title, text, words in found
    ]


def _identified(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    """Give every heading below the title an id made of its words, and return them."""
    found: list[Heading] = []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and opening.tag in ("h2", "h3"):
            words = _plain(inline)
            slug = "-".join(re.findall(r"\w+", words.lower()))
            taken = [heading.id for heading in found]
            heading_id = slug if slug not in taken else f"{slug}-{taken.count(slug) + 1}"
            opening.attrSet("id", heading_id)
            found.append(Heading(int(opening.tag[1]), heading_id, words))
    return tuple(found)


def _plain(inline: Token) -> str:
    parts = (" " if each.type == "softbreak" else each.content for each in inline.children or [])
    return "".join(parts)


def _relink(name: str, tokens: Sequence[Token]) -> None:
    """Turn links to files of the repository into links of the site."""
    closing_hidden = False
    for token in tokens:
        if token.type == "link_open":
            target = str(token.attrGet("href")).replace(PRINTED_ORIGIN, ORIGIN)
            closing_hidden = not _set_target(name, token, target)
        elif token.type == "link_close" and closing_hidden:
            token.type, token.tag, closing_hidden = "text", "", False


def _set_target(name: str, token: Token, target: str) -> bool:
    """Set the address of a link; a file that is no page of the site becomes plain text."""
    token.attrSet("href", target)
    if target.startswith((ORIGIN, "/", "#")):
        return True
    if target.startswith(("http:", "https:")):
        token.attrSet("rel", "noreferrer")
        return True
    found = sources.address(name, target)
    if found is None:
        token.type, token.tag = "text", ""
        return False
    token.attrSet("href", found)
    return True
