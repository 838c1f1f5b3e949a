"""The pages for operators."""

from pathlib import Path

import pytest

from tests.support.documents.doc_commands import INSTALLED, needs_shell, run_page
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


@pytest.mark.long
def test_an_operator_backs_up_and_restores(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("operating", server, tmp_path)
    assert '"durability":"always"' in told
    assert "ludotheque_clock_lateness_seconds" in told
    assert told.count("0 damaged") == 3  # what was restored, the server, and after a repair


@pytest.mark.long
def test_a_club_gets_a_server_with_a_backup(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("run-it-for-a-club", server, tmp_path)
    assert "finished after" in told
    assert "0 damaged" in told
    assert "\n200\n" in told


@pytest.mark.long
@pytest.mark.skipif(not INSTALLED["redis"], reason="no redis-server or redis-cli")
def test_an_operator_runs_a_cluster(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("redis-cluster", server, tmp_path)
    assert "0 damaged" in told
    assert "finished after" in told
    assert "keys in 3 masters" in told
