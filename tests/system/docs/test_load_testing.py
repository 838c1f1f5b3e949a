"""The commands of the page about load tests."""

from pathlib import Path

from tests.support.doc_commands import needs_shell, run_page
from tests.support.serve_process import ServeProcess

pytestmark = needs_shell


def test_a_tester_gets_a_report_with_percentiles(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("load-testing", server, tmp_path)
    assert "p99" in told
    assert "worse by more than" in told
    assert (tmp_path / "build" / "load.html").stat().st_size > 1000
