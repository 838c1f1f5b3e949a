"""The commands of the page for operators."""

from pathlib import Path

from tests.support.doc_commands import INSTALLED, needs_shell, run_page
from tests.support.serve_process import ServeProcess

pytestmark = needs_shell


def test_an_operator_backs_up_and_restores(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("operating", server, tmp_path)
    assert '"durability":"always"' in told
    assert "ludotheque_clock_lateness_seconds" in told
    clusters = INSTALLED["redis"]
    # Here three times, in what was restored, and on a cluster.
    assert told.count("0 damaged") == 4 + clusters
    assert told.count("finished after") == clusters
    assert ("keys in 3 masters" in told) == clusters
