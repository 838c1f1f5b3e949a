"""Markdown as a page that needs nothing from elsewhere and is readable in light and in dark."""

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


def _named(heading: re.Match[str]) -> str:
    """A heading that can be linked to by its words."""
    words = re.findall(r"\w+", re.sub(r"<[^>]+>", "", heading[2]).lower())
    return f'<h{heading[1]} id="{"-".join(words)}">{heading[2]}</h{heading[1]}>'


@lru_cache(maxsize=512)
def laid_out(markdown: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title(markdown))}</title><link rel="icon" href="data:,">'
        f"<style>{STYLE}</style></head><body>{NAVIGATION}"
        f"<main>{_HEADING.sub(_named, _markdown.render(markdown))}</main></body></html>"
    )
