"""Whatever the target does, the run ends with a report that names the trouble."""

import asyncio
import random
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openapi.load import run
from openapi.load.command import CANNOT, NOTHING_PLAYED, load
from openapi.load.mix import TableKind
from openapi.load.report import Profile, Report, read
from openapi.load.table_run import TableRun
from tests.support.load.scripted_server import ScriptedServer, served
from tests.support.players.api_document import API
from tests.support.servers.processes import Api, eventually

SECONDS = 1.5


def loaded(base: str, directory: Path, seconds: float = SECONDS) -> tuple[Result, Report]:
    words = ["--base", base, "--seconds", str(seconds), "--rate", "5", "--think", "0"]
    told = CliRunner().invoke(load, [*words, "--json", str(directory / "report")])
    return told, read(directory / "report")


def loaded_until(
    enough: Callable[[Report], bool], base: str, directory: Path, *lengths: float
) -> tuple[Result, Report]:
    """Run for longer and longer: on a busy machine little happens in a short run."""
    for seconds in lengths:
        told, seen = loaded(base, directory, seconds)
        if enough(seen):
            break
    return told, seen


LENGTHS = (SECONDS, 10 * SECONDS, 100 * SECONDS)
ELSEWHERE = {"Location": "http://192.0.2.1/"}
STRANGER = b'{"id": "a", "token": "b", "seats": [{"seat": 0, "player": "a stranger"}]}'


@pytest.mark.parametrize(
    ("scripted", "error"),
    [
        (ScriptedServer(b"<html>"), "unreadable_answer"),
        (ScriptedServer(b"[1]"), "unexpected_answer"),
        (ScriptedServer(b"{}"), "unexpected_answer"),
        (ScriptedServer(STRANGER), "unexpected_answer"),
        (ScriptedServer(b"<html>", 500), "500"),
        (ScriptedServer(b"", 307, headers=ELSEWHERE), "307"),
    ],
)
def test_an_answer_that_is_none_is_an_error_and_no_table(
    scripted: ScriptedServer, error: str, tmp_path: Path
) -> None:
    with served(scripted) as base:
        told, seen = loaded_until(lambda seen: seen.tables.failed > 0, base, tmp_path, *LENGTHS)
    assert told.exit_code == NOTHING_PLAYED, told.output
    assert seen.errors == {error: seen.tables.failed}  # the last may still be under way
    assert seen.tables.failed > 0
    assert "% of all requests were rejected or lost" in told.stdout


@pytest.mark.parametrize(
    "shown",
    [
        {"/schema/openapi.json": b'{"paths": {"/": 3}}'},
        {"/schema/openapi.json": b"<html>"},
        {"/v1/games": b"[1]"},
        {"/v1/games": b'{"games": [{"key": "house"}]}'},
    ],
)
def test_a_target_that_cannot_be_read_is_one_sentence(shown: dict[str, bytes]) -> None:
    with served(ScriptedServer(shown=shown)) as base:
        told = CliRunner().invoke(load, ["--base", base])
    assert (told.exit_code, told.stdout) == (CANNOT, "")
    assert "cannot be tested" in told.stderr.splitlines()[-1]


def test_a_target_that_never_answers_is_not_quick(tmp_path: Path) -> None:
    with served(ScriptedServer(None, shown={"/metrics": b""})) as base:
        told, seen = loaded(base, tmp_path)
    assert told.exit_code == NOTHING_PLAYED
    assert seen.unanswered == seen.latency_ms["all"].count > 0
    assert seen.latency_ms["all"].max >= 1000 * SECONDS / 2
    assert (seen.requests, seen.requests_per_second) == (0, 0)
    assert "requests had no response when they or the run ended" in told.stdout


def test_no_proxy_stands_between(
    play_api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://192.0.2.1:3128")
    told, seen = loaded_until(lambda seen: seen.requests > 0, play_api.base, tmp_path, *LENGTHS)
    assert told.exit_code in (0, NOTHING_PLAYED)  # a short run may end before the first command
    assert seen.requests > 0
    assert seen.errors.keys() & {"ConnectError", "ConnectTimeout", "ProxyError"} == set()


def test_the_same_seed_gives_every_table_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long each takes: they do not draw from one another's luck."""
    seen: list[tuple[str, float]] = []

    class Noted(TableRun):
        def __init__(self, _: Any, offer: TableKind, line: Any, luck: random.Random, due: float):
            super().__init__(_, offer, line, luck, due)
            seen.append((offer.name, luck.random()))

        async def play(self) -> None:
            await asyncio.sleep(random.random() / 100)

        async def leave(self) -> None:
            """Nothing is held."""

    monkeypatch.setattr(run, "TableRun", Noted)
    profile = Profile(
        mix={}, options={}, rate=100, think=1, sealed=0, arrival="poisson", most=99, seconds=30
    )

    async def first(number: int) -> list[tuple[str, float]]:
        seen.clear()
        mix, tls = [TableKind("a", 1), TableKind("b", 1, 2.0)], ssl.create_default_context()
        generator = run.LoadGenerator("http://house", tls, API, mix, profile, random.Random(7))
        playing = asyncio.create_task(generator.play())
        await eventually(lambda: len(seen) >= number)
        generator.stop()
        await playing
        return seen[:number]

    assert asyncio.run(first(12)) == asyncio.run(first(12))
