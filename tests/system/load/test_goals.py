"""Goals and the search for the limit, over HTTP on a real server."""

from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner, Result

from openapi.load.command import MISSED, NOTHING_PLAYED, load
from openapi.load.report import Report, read
from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import Api

MIX = """
[tables]
"gumball_rally:3" = 1
[players]
think = 0.2
sealed = 0
seeks = 0
[crowd]
watchers = 2
readers = 3
replays = 3
verifying = 3
"""
GOALS = """
command.p99 = "60s"
stream.delay.p99 = "60s"
errors = "< 0.1%"
unanswered = 0
"""
UNMEETABLE = 'command.p50 = "0.001ms"'


def loaded(folder: Path, base: str, goals: str, *words: str) -> tuple[Result, Report]:
    for name, content in (("mix.toml", MIX), ("slo.toml", goals)):
        (folder / name).write_text(content)
    files = {"--mix": "mix.toml", "--slo": "slo.toml", "--json": "load.json"}
    files |= {"--junit": "load.xml", "--markdown": "load.md", "--html": "load.html"}
    named = [word for option, name in files.items() for word in (option, str(folder / name))]
    told = CliRunner().invoke(load, ["--base", base, *named, *words])
    if told.exit_code == NOTHING_PLAYED:  # on a busy machine it takes longer
        told = CliRunner().invoke(load, ["--base", base, *named, *words, "--seconds", "20"])
    return told, read(folder / "load.json")


def test_a_run_with_watchers_and_readers_is_judged(play_api: Api, tmp_path: Path) -> None:
    told, seen = loaded(tmp_path, play_api.base, GOALS, "--turns", "10", "--seconds", "2")
    assert (told.exit_code, seen.errors, seen.unanswered) == (0, {}, 0), told.output
    assert seen.stream_delay_ms is not None
    assert seen.stream_delay_ms.count >= seen.latency_ms["sendCommand"].count
    assert {"reader", "replay", "verifying"} <= seen.latency_ms.keys()
    assert seen.tables.due == 2  # a table for each five turns per second
    assert {"generator", "api", "event_loop"} == seen.busy.keys() - {"machine"}
    assert "held: stream.delay.p99 ≤ 60,000 ms" in told.stdout
    assert ElementTree.parse(tmp_path / "load.xml").getroot().attrib["failures"] == "0"
    assert (tmp_path / "load.md").read_text().startswith("## Load test: all goals held")
    assert "Delay of streams" in (tmp_path / "load.html").read_text()


def test_a_limit_that_is_not_reached_is_searched_up_to_the_most(
    play_api: Api, play_store: EmbeddedServer, tmp_path: Path
) -> None:
    words = ["--find-limit", "--turns", "5", "--most", "1", "--seconds", "0.6"]
    told, seen = loaded(tmp_path, play_api.base, GOALS, *words, "--store", play_store.url)
    assert told.exit_code in (0, NOTHING_PLAYED, MISSED), told.output
    assert seen.limit is not None
    assert "limit: " in told.stdout
    assert "seating tables: " in told.stderr
    if seen.limit.fails_at is None:  # on a busy machine a rate may fail
        assert seen.limit.turns == 5
        assert told.stderr.count("5 turns/s: the goals held") >= 2  # a repetition may fail
        assert "no rate failed" in told.stdout
        assert {"store", "disk"} <= seen.busy.keys()


def test_a_goal_that_no_server_meets_is_missed(play_api: Api, tmp_path: Path) -> None:
    told, _ = loaded(tmp_path, play_api.base, UNMEETABLE, "--turns", "10", "--seconds", "1")
    assert told.exit_code == MISSED, told.output
    assert "! missed: command.p50 ≤ 0.001 ms" in told.stdout
    assert "gave way first: " in told.stdout
    assert "store and its disk were not measured" in told.stdout
    assert ElementTree.parse(tmp_path / "load.xml").getroot().attrib["failures"] == "1"
