"""What the pages and the walk tell people to type is typed here, against one real server."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.pages.documentation.pages import PAGES, page
from domain.games import GAMES
from tests.support.doc_commands import AT_HAND, checkout, commands, run
from tests.support.npm import needs_node
from tests.support.serve_process import ServeProcess

pytestmark = pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("bash")), reason="the pages speak bash and curl"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    serve = ServeProcess(tmp_path_factory.mktemp("docs") / "var")
    try:
        yield serve.ready()
        assert serve.stop() == 0, serve.said()
    finally:
        serve.kill_all()


def said(name: str, server: ServeProcess, folder: Path) -> str:
    script = "\n".join(commands(page(name)))
    return run(script, checkout(folder), server.url, server.var)


def test_a_newcomer_plays_galopp_royal_against_bots(server: ServeProcess, tmp_path: Path) -> None:
    told = said("getting-started", server, tmp_path)
    assert re.search(r"Python: finished, places \[", told), told
    assert "Seat 0 rolls" in told


@needs_node
def test_the_page_for_newcomers_has_a_part_for_typescript() -> None:
    assert any("tsc" in block for block in commands(page("getting-started")))


def test_the_commands_for_writers_of_clients_hold(server: ServeProcess, tmp_path: Path) -> None:
    told = said("writing-a-client", server, tmp_path)
    for code in ("decision_moved_on", "idempotency_key_reused", "malformed"):
        assert f"/problems/{code}" in told
    assert '"sealed":"' in told
    assert "event: snapshot" in told
    assert "event: bye" in told
    assert re.search(r"finished after \d+ events", told), told


def test_the_commands_for_auditors_hold(server: ServeProcess, tmp_path: Path) -> None:
    told = said("auditing", server, tmp_path)
    assert told.count("PASS") >= 3
    assert "FAIL" in told
    assert "receipts agree" in told
    assert "/problems/history_rewritten" in told
    assert "0 damaged" in told


def test_a_tester_gets_a_report_with_percentiles(server: ServeProcess, tmp_path: Path) -> None:
    told = said("load-testing", server, tmp_path)
    assert "p99" in told
    assert "worse by more than" in told
    assert (tmp_path / "build" / "load.html").stat().st_size > 1000


def test_an_operator_backs_up_and_restores(server: ServeProcess, tmp_path: Path) -> None:
    told = said("operating", server, tmp_path)
    assert '"durability":"always"' in told
    assert "ludotheque_clock_lateness_seconds" in told
    clusters = AT_HAND["redis"]
    assert told.count("0 damaged") == 2 + clusters  # here, in what was restored, on a cluster
    assert told.count("finished after") == clusters
    assert ("keys in 3 masters" in told) == clusters


def test_the_commands_for_authors_of_games_hold(server: ServeProcess, tmp_path: Path) -> None:
    assert "passed" in said("adding-a-game", server, tmp_path)


def test_every_page_with_commands_is_run() -> None:
    told = Path(__file__).read_text()
    assert [name for name in PAGES if commands(page(name)) and f'said("{name}"' not in told] == []


@pytest.mark.parametrize("key", GAMES)
def test_the_walk_leads_through_a_table_of_any_game(
    server: ServeProcess, tmp_path: Path, key: str
) -> None:
    folder = checkout(tmp_path)
    told = run(f"openapi/clients/walk.sh {key}", folder, "", server.var, BASE=server.url, MOVES="2")
    assert f'"game": "{key}"' in told
    assert "Idempotency-Key: walk-2" in told
    assert re.search(r"5\. (running|finished) after \d+ moves and \d+ events", told)
