"""The report of a load run is drawn by a real browser from one file, without a network."""

from pathlib import Path

import pytest

from openapi.load.page import page
from tests.support.load.reports import report
from tests.system.browser.test_dark_and_light import corner, drawn
from tests.system.browser.test_reference_page import BROWSER, NAMES

pytestmark = pytest.mark.skipif(BROWSER is None, reason=f"none of {NAMES} is on the PATH")


def test_the_page_of_a_load_run_is_dark_or_light_as_its_reader_wants(tmp_path: Path) -> None:
    file = tmp_path / "load.html"
    file.write_text(page(report()))
    assert max(corner(drawn(file.as_uri(), "dark", tmp_path))) < 64
    assert min(corner(drawn(file.as_uri(), "light", tmp_path))) > 224
