"""`ludotheque load` explains itself, and refuses in one sentence."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.pages.documentation.pages import FILES, VERIFIER
from openapi.load import target
from openapi.load.command import CANNOT, load
from tests.support.paths import ROOT
from tests.support.ports import free_port
from tests.support.processes import Api
from workers.cli import main


def test_the_command_has_help_of_its_own() -> None:
    told = CliRunner().invoke(main, ["load", "--help"])
    assert (told.exit_code, told.output[:22]) == (0, "Usage: ludotheque load")
    for word in ("--mix", "--rate", "--compare", "--margin", "--i-own-this-server"):
        assert word in told.output
    assert " load " in CliRunner().invoke(main, ["--help"]).output


def test_serve_does_not_wait_for_the_load_kit() -> None:
    check = "import sys, workers.__main__; sys.exit('httpx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], cwd=ROOT, timeout=60).returncode == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--base", "http://192.0.2.1:8000"], "is not on this machine; --i-own-this-server"),
        (["--base", "127.0.0.1:8000"], "is no address of a server"),
        (["--base", "http://127.0.0.1:99999"], "is no address of a server"),
        (["--base", "http://127.0.0.1:http"], "is no address of a server"),
        (["--base", "http://[::1"], "is no address of a server"),
        (["--base", "http://127.0.0.1@192.0.2.1"], "is not on this machine"),
        (["--json", "/dev/null/report.json"], "/dev/null"),
        (["--mix", "Snails!"], "is not game:seats=weight"),
        (["--options", "[]"], "--options is not JSON by game"),
        (["--base", f"http://127.0.0.1:{free_port()}"], "cannot be played at"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], why: str) -> None:
    told = CliRunner().invoke(load, words)
    assert (told.exit_code, told.stdout) == (CANNOT, "")
    assert why in told.stderr
    assert told.stderr.splitlines()[-1].startswith("Error: ")


def test_a_game_that_is_not_on_the_shelf_is_refused(play_api: Api) -> None:
    told = CliRunner().invoke(load, ["--base", play_api.base, "--mix", "chess"])
    assert told.exit_code == CANNOT
    assert "not on the shelf: chess; there are gumball_rally" in told.stderr


def test_another_machine_is_loaded_by_its_owner_only() -> None:
    far = "https://games.example"
    with pytest.raises(target.NotAllowed), target.target(far, owned=False):
        raise AssertionError
    with target.target(far, owned=True) as found:
        assert found == far


@pytest.mark.parametrize(
    ("base", "here"),
    [
        ("http://127.0.0.1:8000", True),
        ("https://localhost", True),
        ("http://[::1]:8000", True),
        ("http://127.0.0.1.example.org", False),
        ("http://10.0.0.1", False),
        ("http://[::ffff:10.0.0.1]", False),
        ("http://0.0.0.0", False),
        ("http://localhost.example.org", False),
    ],
)
def test_what_is_this_machine(base: str, here: bool) -> None:
    assert target.is_loopback(base) is here


@pytest.mark.parametrize("found", [["10.0.0.1"], ["127.0.0.1", "10.0.0.1"]])
def test_a_localhost_that_leads_elsewhere_is_not_this_machine(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    answers = [(2, 1, 6, "", (address, 0)) for address in found]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: answers)
    assert not target.is_loopback("http://localhost:8000")


def test_the_wheel_has_the_load_kit_the_pages_and_the_verifier_but_no_tools(tmp_path: Path) -> None:
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(tmp_path)!r}))"
    made = subprocess.run(
        [sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert made.returncode == 0, made.stderr
    with zipfile.ZipFile(tmp_path / made.stdout.split()[-1]) as wheel:
        names = wheel.namelist()
    packed = {name for name in names if name.startswith("openapi/")}
    kit = {f"openapi/load/{file.name}" for file in (ROOT / "openapi" / "load").glob("*.*")}
    assert packed == kit | {"openapi/__init__.py"}
    assert {
        f"api/pages/documentation/text/{file.name}" for file in (*FILES.values(), VERIFIER)
    } <= set(names)
