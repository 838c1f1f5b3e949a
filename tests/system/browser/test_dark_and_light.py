"""The pages follow the reader's wish for dark or light, in a real browser."""

import struct
import subprocess
import zlib
from pathlib import Path

import pytest

from tests.support.processes import Api
from tests.system.browser.test_reference_page import BROWSER, FLAGS, NAMES

pytestmark = pytest.mark.skipif(BROWSER is None, reason=f"none of {NAMES} is on the PATH")

SCHEMES = {"dark": 0, "light": 1}  # as Blink numbers them
PAGES = ("/schema", "/docs")


def drawn(address: str, scheme: str, directory: Path) -> bytes:
    """A picture of the page, as PNG."""
    assert BROWSER is not None
    picture = directory / "page.png"
    words = [
        f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
        f"--user-data-dir={directory / 'profile'}",
        f"--screenshot={picture}",
    ]
    subprocess.run([BROWSER, *FLAGS, *words, address], capture_output=True, timeout=120, check=True)
    return picture.read_bytes()


def corner(png: bytes) -> tuple[int, ...]:
    """Red, green, blue of the first pixel; no filter of PNG changes that one."""
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        packed += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return tuple(zlib.decompress(packed)[1:4])


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_dark_for_those_who_want_it_dark_and_light_for_others(
    play_api: Api, tmp_path: Path, page: str
) -> None:
    address = play_api.base + page
    assert max(corner(drawn(address, "dark", tmp_path))) < 64
    assert min(corner(drawn(address, "light", tmp_path))) > 224
