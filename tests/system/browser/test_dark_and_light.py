"""The pages follow the reader's wish for dark or light, in a real browser."""

import struct
import zlib
from pathlib import Path

import pytest

from openapi.load.page import page as load_page
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.load.reports import report
from tests.support.servers.processes import Api

pytestmark = needs_browser


def corner(png: bytes) -> tuple[int, ...]:
    """Return red, green and blue of the first pixel; no filter of PNG changes that one."""
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        packed += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return tuple(zlib.decompress(packed)[1:4])


def ground(address: str, scheme: str) -> tuple[int, ...]:
    """Return red, green and blue of the ground of the page."""
    with visiting(scheme=scheme) as page:
        page.goto(address)
        return corner(page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1}))


def follows(address: str) -> None:
    assert max(ground(address, "dark")) < 64
    assert min(ground(address, "light")) > 224


@pytest.mark.parametrize("path", ["/", "/schema", "/docs"])
def test_a_page_is_dark_for_those_who_want_it_dark_and_light_for_others(
    play_api: Api, path: str
) -> None:
    follows(play_api.base + path)


def test_the_page_of_a_load_run_is_one_file_that_needs_no_network(tmp_path: Path) -> None:
    file = tmp_path / "load.html"
    file.write_text(load_page(report()))
    follows(file.as_uri())
