"""A short run against a real server: it plays, it counts, it stops and leaves nothing behind."""

import asyncio
import random
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from domain.games import GAMES
from openapi.load import target
from openapi.load.client import Client
from openapi.load.command import NOTHING_PLAYED, WORSE, load
from openapi.load.counters import Counters
from openapi.load.mix import TableKind
from openapi.load.own_server import HOST, answers
from openapi.load.player_pool import PlayerPool
from openapi.load.report import Profile, Report, read, saved
from openapi.load.table_run import RunContext, TableRun
from tests.support.load.reports import report
from tests.support.paths import ROOT
from tests.support.players.api_document import API
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PATIENCE, Api

KIND = TableKind("gumball_rally", 3)


def loaded(directory: Path, *words: str) -> tuple[Result, Report]:
    """Run the load kit; once more for longer if a busy machine played nothing in that time."""
    files = ["--json", str(directory / "load.json"), "--html", str(directory / "load.html")]
    told = CliRunner().invoke(load, [*words, *files])
    if told.exit_code == NOTHING_PLAYED:
        told = CliRunner().invoke(load, [*words, *files, "--seconds", "30"])
    return told, read(directory / "load.json")


def test_every_game_is_played_and_the_figures_agree(play_api: Api, tmp_path: Path) -> None:
    pace = ["--seconds", "3", "--rate", "5", "--arrival", "even", "--think", "0.05", "--seed", "1"]
    told, report = loaded(tmp_path, "--base", play_api.base, *pace)
    assert (told.exit_code, report.errors, report.tables.failed) == (0, {}, 0)
    assert set(report.games) == {f"{game.key}:{game.seats[0]}" for game in GAMES.values()}
    operations = {name: spread.count for name, spread in report.latency_ms.items()}
    assert operations["sendCommand"] > 0
    assert operations.pop("all") == sum(operations.values()) == report.requests + report.unanswered
    assert report.memory_bytes is not None
    assert report.memory_bytes.peak > 2**20
    assert report.timeline
    assert "requests/s" in told.stderr  # live figures
    assert "errors: none" in told.stdout
    assert "<svg" in (tmp_path / "load.html").read_text()


def test_the_mix_is_the_chosen_one_and_the_run_is_compared(play_api: Api, tmp_path: Path) -> None:
    mix = ["--mix", "gumball_rally:4=2,gumball_rally:3=1", "--arrival", "even"]
    options = ["--options", '{"gumball_rally": {"point_set": "minimal"}}']
    pace = ["--seconds", "3", "--rate", "12", "--most", "3", "--think", "0.25"]
    old = ["--compare", str(tmp_path / "old.json")]
    (tmp_path / "old.json").write_bytes(saved(_faster_than_light()))
    told, seen = loaded(tmp_path, "--base", play_api.base, *mix, *options, *pace, *old)
    assert told.exit_code == WORSE
    assert "worse by more than 20 %: latency p50 ms" in told.stdout
    four, three = seen.games["gumball_rally:4"], seen.games["gumball_rally:3"]
    assert abs(four.due - 2 * three.due) <= 2
    assert seen.tables.due == four.due + three.due
    assert seen.tables.skipped == seen.tables.due - 3
    assert "raise --most to allow more" in told.stdout


def _faster_than_light() -> Report:
    mix = {"gumball_rally:4": 2.0, "gumball_rally:3": 1.0}
    asked = Profile(
        mix=mix,
        options={"gumball_rally": {"point_set": "minimal"}},
        rate=12,
        think=0.25,
        sealed=0.5,
        lobby=0.2,
        arrival="even",
        most=3,
        seconds=60,
    )
    return report(1e-6, profile=asked, requests_per_second=0.01, commands_per_second=0.01)


def test_on_a_server_of_its_own_which_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, "DEFAULT_BASE", f"http://{HOST}:{free_port()}")  # nobody is there
    told, report = loaded(tmp_path, "--seconds", "2", "--think", "0.05")
    assert (told.exit_code, report.errors) == (0, {})
    assert report.lag
    assert "log lag: ludotheque_" in told.stdout
    assert not answers(HOST, int(report.target.rpartition(":")[2]), "/health/live")


def test_ctrl_c_ends_the_run_early_with_a_report(play_api: Api) -> None:
    words = ["load", "--base", play_api.base, "--seconds", "600"]
    with subprocess.Popen(
        [sys.executable, "-m", "workers", *words],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        try:
            assert run.stderr is not None
            lines: list[str] = []
            for line in run.stderr:
                lines.append(line)
                if "requests/s" in line:
                    break
            else:
                pytest.fail(f"it ended: {lines}")
            run.send_signal(signal.SIGINT)
            told, _ = run.communicate(timeout=PATIENCE)
        finally:
            run.kill()
    assert run.returncode in (0, NOTHING_PLAYED)  # it may end before the first command
    assert "commands/s over" in told


async def _visiting(
    base: str, called_away: str = "", sealed: float = 0.0, lobby: float = 0.0
) -> tuple[str, Counters]:
    """The status of a table played to its end, or left after an operation; and what was counted."""
    counters = Counters()
    now = asyncio.get_running_loop().time
    pool = PlayerPool(API)
    context = RunContext(API, pool, counters, lambda *_: now(), sealed, lobby)
    async with httpx.AsyncClient(base_url=base) as http:
        due = now()
        run = TableRun(context, KIND, Client(http, counters), random.Random(1), due)
        playing = asyncio.create_task(run.play())
        while called_away and not counters.latency[called_away].count:
            await asyncio.sleep(0)
        if called_away:
            playing.cancel()
        await asyncio.wait([playing])
        await run.leave()
        assert run.script is not None
        asked = API.request("getTable", run.script.table.place)
        return str((await http.get(asked.path)).json()["status"]), counters


def test_a_table_is_played_to_its_end_and_its_history_read(play_api: Api) -> None:
    status, counters = asyncio.run(_visiting(play_api.base))
    assert (status, counters.errors) == ("finished", {})
    assert counters.latency["getHistory"].count == 1
    assert "revealLuck" not in counters.latency
    assert counters.journeys["turn"].count > counters.journeys["seating"].count == 1


def test_no_table_waits_for_players_who_were_called_away(play_api: Api) -> None:
    status, counters = asyncio.run(_visiting(play_api.base, called_away="sendCommand"))
    assert status == "abandoned"
    assert counters.latency["leaveSeat"].count == KIND.seats


def test_sealed_players_commit_and_reveal_and_the_table_is_played_to_its_end(play_api: Api) -> None:
    status, counters = asyncio.run(_visiting(play_api.base, sealed=1.0))
    assert (status, counters.errors) == ("finished", {})
    assert counters.latency["sealLuck"].count == counters.latency["revealLuck"].count == KIND.seats
    assert counters.latency["getHistory"].count == KIND.seats + 1  # before each reveal; at the end


def test_players_find_each_other_in_the_lobby_and_play_to_the_end(play_api: Api) -> None:
    status, counters = asyncio.run(_visiting(play_api.base, lobby=1.0))
    assert (status, counters.errors) == ("finished", {})
    assert counters.latency["createSeek"].count == counters.latency["getSeek"].count == KIND.seats
    assert counters.latency["listTables"].count >= 1
    assert not {"openTable", "takeSeat", "deleteSeek"} & set(counters.latency)


def test_a_table_that_sealed_players_leave_is_withheld(play_api: Api) -> None:
    status, _ = asyncio.run(_visiting(play_api.base, called_away="startTable", sealed=1.0))
    assert status == "withheld"
