"""Anybody can fold a leaderboard again from the feed or an export, and gains nothing by tricks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from redis import Redis

from tests.support.histories.verifiers import verify_command
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import playing, until
from tests.support.stores.servers import running
from tests.support.tables.http_table import GAME, HttpTable, play_table, start_table
from workers.cli.program import main


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, str]]:
    """A client of a server whose tables all come from these tests, and the URL of its store."""
    folder = tmp_path_factory.mktemp("boards")
    with (
        running("valkey", folder / "store") as store,
        playing(store.url, folder) as api,
        calling(api.base) as http,
    ):
        yield http, store.url


def board(http: httpx.Client) -> dict[str, Any]:
    rows = http.get(f"/v1/games/{GAME}/leaderboard?limit=100").json()["standings"]
    return {row["player"]: row["record"] for row in rows}


def resigned(http: httpx.Client, people: list[Caller], **wanted: Any) -> HttpTable:
    """A table that all but the first leave at once."""
    table = start_table(http, people=people, **wanted)
    for person in people[1:]:
        assert person.post(f"{table.path}/resign").status_code == 200
    return table


def test_a_board_is_what_feed_and_export_lead_to(
    server: tuple[httpx.Client, str], tmp_path: Path
) -> None:
    """Before: private tables where a second account resigns made rank 1 in six seconds."""
    http, store = server
    cheats = [new_player(http, f"Cheat {n}") for n in range(3)]
    resigned(http, cheats, private=True)
    public = resigned(http, cheats)
    honest = play_table(http)
    again = play_table(http, people=honest.people)
    losers = {person.id for person in cheats[1:]}
    ranked = losers | {person.id for person in honest.people}
    until(lambda: set(board(http)) == ranked and board(http)[honest.host.id]["played"] == 2)
    assert all(board(http)[each]["mean"] < 25 for each in losers)
    base = str(http.base_url).rstrip("/")

    said = verify_command(base, "--leaderboard", GAME)
    assert (said.exit_code, said.output) == (0, f"PASS  {GAME}: 3 tables, 5 players\n")
    month = http.get(f"{again.path}/history").json()["events"][-1]["event"]["at"][:7]
    exported = CliRunner().invoke(
        main,
        ["export", "--month", month, "--to", str(tmp_path / "open")],
        env={"LUDOTHEQUE_REDIS_URL": store, "LUDOTHEQUE_VAR": str(tmp_path)},
    )
    assert exported.exit_code == 0, exported.output
    with Redis.from_url(store) as redis:
        for key in redis.scan_iter("*:feed"):
            redis.delete(key)  # so that only the export has the tables
        said = verify_command(str(tmp_path / "open"), "--leaderboard", GAME, "--with", base)
        assert (said.exit_code, said.output[:4]) == (0, "PASS"), said.output
        said = verify_command(base, "--leaderboard", GAME)
        assert (said.exit_code, said.output[:4]) == (1, "FAIL")
    assert f"{public.people[1].id}: only on the leaderboard" in said.output


def test_the_leaderboard_of_no_server_is_not_compared(tmp_path: Path) -> None:
    said = verify_command(str(tmp_path), "--leaderboard", GAME)
    assert said.exit_code == 2
    assert "--with URL" in said.output
