"""`ludotheque load` as a command: imports, wheel, and targets it rejects."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

from click.testing import CliRunner

from api.pages.documentation.sources import FILES, VERIFIER
from api.pages.web.files import site
from openapi.load.command import CANNOT, load
from tests.support.paths import ROOT
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PROGRAM_SECONDS, Api


def test_serve_does_not_wait_for_the_load_kit() -> None:
    check = "import sys, workers.__main__; sys.exit('httpx' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", check], cwd=ROOT, timeout=PROGRAM_SECONDS).returncode
        == 0
    )


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    told = CliRunner().invoke(load, ["--base", f"http://127.0.0.1:{free_port()}"])
    assert (told.exit_code, told.stdout) == (CANNOT, "")
    assert "cannot be tested" in told.stderr


def test_an_unknown_game_is_rejected(play_api: Api) -> None:
    told = CliRunner().invoke(load, ["--base", play_api.base, "--mix", "chess"])
    assert told.exit_code == CANNOT
    assert "this server has no chess; it has gumball_rally" in told.stderr


def test_the_wheel_has_the_load_kit_the_pages_and_the_verifier_but_no_tools(tmp_path: Path) -> None:
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(tmp_path)!r}))"
    made = subprocess.run(
        [sys.executable, "-c", build],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROGRAM_SECONDS,
    )
    assert made.returncode == 0, made.stderr
    with zipfile.ZipFile(tmp_path / made.stdout.split()[-1]) as wheel:
        names = wheel.namelist()
    packed = {name for name in names if name.startswith("openapi/")}
    kit = {
        file.relative_to(ROOT).as_posix()
        for folder in ("load", "play")
        for file in (ROOT / "openapi" / folder).rglob("*.*")
        if "__pycache__" not in file.parts
    }
    assert packed == kit | {"openapi/__init__.py"}
    assert {
        f"api/pages/documentation/text/{file.relative_to(ROOT).as_posix()}"
        for file in (*FILES.values(), VERIFIER)
    } <= set(names)
    static = (ROOT / "api" / "pages" / "documentation" / "static").rglob("*.*")
    assert {file.relative_to(ROOT).as_posix() for file in static} <= set(names)
    page = {name.split("/", 3)[-1] for name in names if name.startswith("api/pages/")}
    boards = {re.sub(r"^games/(\w+)/\w+/", r"domain/games/\1/web/", path) for path in site().files}
    assert boards <= page | set(names)  # modules with their library, or a bundle; boards of games
    assert "domain/games/bug_race/web/board.css" in boards
    assert "index.html" in page
    assert "domain/games/bug_race/guide/en.md" in names
