"""A report is read as it was saved."""

from pathlib import Path

import pytest

from openapi.load.report import Unreadable, read, saved
from tests.support.load.reports import report


def test_a_report_is_read_as_it_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(saved(report()))
    assert read(file) == report()
    file.write_text('{"target": 1}')
    with pytest.raises(Unreadable, match=r"report\.json is not the report"):
        read(file)
