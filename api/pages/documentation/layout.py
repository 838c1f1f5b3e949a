"""The HTML around a page: header, sidebar, contents, previous and next. Nothing in it is inline."""

from functools import cache
from html import escape

from api.pages.documentation.contents import SECTIONS, neighbours
from api.pages.documentation.pages import address, label, page, title
from api.pages.documentation.rendering import Heading, Rendered, rendered

_HEAD = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark">'
    '<link rel="icon" href="/docs/static/icon.svg" type="image/svg+xml">'
    '<link rel="stylesheet" href="/docs/static/site.css">'
    '<script src="/docs/static/site.js" type="module"></script>'
)
_HEADER = (
    '<a class="skip" href="#content">Skip to content</a><header>'
    '<a class="menu" href="#pages">Menu</a><a class="brand" href="/docs">Ludothèque</a>'
    '<div class="search" role="search" hidden>'
    '<input type="search" placeholder="Search" title="Press / to search"'
    ' aria-label="Search the documentation"'
    ' role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"'
    ' autocomplete="off" spellcheck="false">'
    '<ul id="found" role="listbox" aria-label="Results" hidden></ul></div>'
    '<a class="reference" href="/schema">API reference</a></header>'
)


@cache
def html_page(name: str) -> str:
    """Return a whole page."""
    markdown = page(name)
    return _assembled(name, title(markdown), rendered(name, markdown))


@cache
def missing_page() -> str:
    """Return the page for an address without a page."""
    markdown = (
        "# Page not found\n\nThere is no page at this address. Search for it above, choose a page "
        "from the sidebar, or start at the [overview](/docs).\n"
    )
    return _assembled("", title(markdown), rendered("", markdown))


def _assembled(name: str, heading: str, content: Rendered) -> str:
    toc = _contents(content.headings)
    small = f'<details class="toc-small"><summary>On this page</summary>{toc}</details>'
    aside = f'<nav class="toc" aria-label="On this page"><h2>On this page</h2>{toc}</nav>'
    return (
        f"{_HEAD}<title>{escape(heading)} · Ludothèque</title></head><body>{_HEADER}"
        f'<div class="columns">{_sidebar(name)}<main id="content">'
        f"{small if toc else ''}<article>{content.body}</article>{_neighbours(name)}</main>"
        f"{aside if toc else ''}</div></body></html>"
    )


def _sidebar(current: str) -> str:
    within = "decisions" if current.startswith("decisions/") else current
    within = "problems" if current.startswith("problems/") else within
    parts = []
    for section in SECTIONS:
        links = "".join(_entry(name, name == within) for name in section.pages)
        if section.title == "Reference":
            links = '<li><a href="/schema">API reference</a></li>' + links
        parts.append(f"<h2>{escape(section.title)}</h2><ul>{links}</ul>")
    return f'<nav id="pages" class="pages" aria-label="Pages">{"".join(parts)}</nav>'


def _entry(name: str, current: bool) -> str:
    mark = ' aria-current="page"' if current else ""
    return f'<li><a href="{address(name)}"{mark}>{escape(label(name))}</a></li>'


def _contents(headings: tuple[Heading, ...]) -> str:
    if len(headings) < 2:
        return ""
    entries = (
        f'<li class="level-{heading.level}">'
        f'<a href="#{heading.id}">{escape(heading.title)}</a></li>'
        for heading in headings
    )
    return f"<ul>{''.join(entries)}</ul>"


def _neighbours(name: str) -> str:
    before, after = neighbours(name)
    links = [
        f'<a rel="{rel}" href="{address(other)}"><span>{word}</span> {escape(label(other))}</a>'
        for rel, word, other in (("prev", "Previous", before), ("next", "Next", after))
        if other
    ]
    return f'<nav class="around" aria-label="Previous and next">{"".join(links)}</nav>'
