"""Headers that keep a page from being framed, sniffed, or made to run what is not its own."""

import re

import httpx
import pytest

from api.pages.html import CONTENT_SECURITY_POLICY
from tests.support.players.callers import Caller

BEGIN = ("/schema", "/docs", "/docs/problems")
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE
)


def pages(anyone: Caller) -> dict[str, httpx.Response]:
    """Return every HTML page that can be reached by links."""
    found: dict[str, httpx.Response] = {}
    todo = [*BEGIN]
    while todo:
        address = todo.pop()
        if address not in found:
            found[address] = answer = anyone.get(address)
            if answer.headers["content-type"].startswith("text/html"):
                links = re.findall(r'href="(/(?:docs|schema)[^"#?]*)', answer.text)
                todo += [link for link in links if "/static/" not in link]
    html = "text/html"
    return {at: page for at, page in found.items() if page.headers["content-type"].startswith(html)}


def test_every_page_says_what_it_may_load_and_that_nobody_may_frame_it(anyone: Caller) -> None:
    found = pages(anyone)
    assert len(found) > 50
    for address, page in found.items():
        assert page.headers["content-security-policy"] == CONTENT_SECURITY_POLICY, address
        assert page.headers["x-frame-options"] == "DENY", address
        assert page.headers["x-content-type-options"] == "nosniff", address


def test_no_page_has_a_script_or_a_style_inside(anyone: Caller) -> None:
    for address, page in pages(anyone).items():
        body = re.sub(r"<(code|pre)\b.*?</\1>", "", page.text, flags=re.DOTALL)
        assert INLINE.findall(body) == [], address


def test_the_policy_allows_no_inline_script() -> None:
    assert "script-src 'self';" in CONTENT_SECURITY_POLICY
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    "address",
    ["/", "/v1/games", "/v1/nothing", "/schema/openapi.json", "/health/live", "/metrics"],
)
def test_no_answer_is_sniffed(anyone: Caller, address: str) -> None:
    assert anyone.get(address).headers.get_list("x-content-type-options") == ["nosniff"]


def test_style_sheets_and_scripts_have_their_types(anyone: Caller) -> None:
    """Else `nosniff` would keep browsers from using them."""
    for address in BEGIN:
        for file in re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', anyone.get(address).text):
            kind = anyone.get(file).headers["content-type"]
            assert kind.startswith("text/css" if file.endswith(".css") else "text/javascript"), file
