"""Renders Markdown as an HTML page, for light and dark mode, that loads one style sheet."""

import re
from functools import lru_cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt

from api.pages.documentation.pages import title

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
NAVIGATION = '<nav><a href="/docs">Ludothèque</a> · <a href="/schema">API reference</a></nav>'
_HEADING = re.compile(r"<h([23])>(.*?)</h\1>")


def _with_id(heading: re.Match[str]) -> str:
    """Return a heading with an id made of its words, for links."""
    words = re.findall(r"\w+", re.sub(r"<[^>]+>", "", heading[2]).lower())
    return f'<h{heading[1]} id="{"-".join(words)}">{heading[2]}</h{heading[1]}>'


@lru_cache(maxsize=512)
def html_page(markdown: str) -> str:
    """Return a whole page."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title(markdown))}</title><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="/docs/style.css"></head><body>{NAVIGATION}'
        f"<main>{_HEADING.sub(_with_id, _markdown.render(markdown))}</main></body></html>"
    )
