"""A short load run: it plays, it counts, it stops by itself and leaves nothing behind."""

import asyncio
import json
import random
from pathlib import Path

import httpx
import pytest

from openapi.load import target
from openapi.load.__main__ import main
from openapi.load.own_server import HOST, answers, free_port, own_server
from openapi.load.tally import Tally
from openapi.load.visit import Visit


def test_a_short_run_on_a_server_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(target, "DEFAULT_BASE", f"http://{HOST}:{free_port()}")  # nobody is there
    assert main(["--seconds", "2", "--tables", "4", "--json", str(tmp_path / "load.json")]) == 0
    report = json.loads((tmp_path / "load.json").read_text())
    assert report["errors"] == {}
    assert report["tables"]["begun"] >= 4
    assert report["latency_ms"]["sendCommand"]["count"] > 10
    loaded = capsys.readouterr().out.split()[1]
    assert not answers(HOST, int(loaded.rpartition(":")[2]), "/health/live")


def test_tables_by_the_clock_are_never_more_than_allowed(tmp_path: Path) -> None:
    words = ["--seconds", "1", "--rate", "20", "--tables", "2", "--json", str(tmp_path / "load")]
    with own_server() as server:
        assert main(["--base", server.base, *words]) == 0
    report = json.loads((tmp_path / "load").read_text())
    assert report["tables"]["skipped"] > 0


def test_no_table_waits_for_players_who_were_called_away() -> None:
    with own_server() as server:
        assert asyncio.run(_called_away(server.base)) == "abandoned"


async def _called_away(base: str) -> str:
    async with httpx.AsyncClient(base_url=base) as http:
        tally = Tally()
        visit = Visit(http, tally, "gumball_rally", 3, random.Random(1))
        playing = asyncio.create_task(visit.play())
        while not tally.latencies["sendCommand"]:
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.wait([playing])
        await visit.leave()
        return str((await http.get(visit.path)).json()["status"])


def test_other_machines_are_left_in_peace(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--base", "http://192.0.2.1:8000"]) == 2
    assert "--i-own-this-server" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("base", "here"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost", True),
        ("http://[::1]:8000", True),
        ("http://127.0.0.1.example.org", False),
        ("http://10.0.0.1", False),
    ],
)
def test_what_is_this_machine(base: str, here: bool) -> None:
    assert target.is_loopback(base) is here
