"""The tutorial and the reference about load tests."""

from pathlib import Path

import pytest

from tests.support.documents.doc_commands import needs_shell, run_page
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


@pytest.mark.long
@pytest.mark.parametrize("name", ["load-test", "load-testing"])
def test_a_tester_gets_a_report_with_percentiles(
    server: ServeProcess, tmp_path: Path, name: str
) -> None:
    """run_page("load-test") and run_page("load-testing")"""
    told = run_page(name, server, tmp_path)
    assert "p99" in told
    assert "worse by more than" in told
    assert (tmp_path / "build" / "load.html").stat().st_size > 1000
