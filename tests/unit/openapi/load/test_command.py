"""`ludotheque load` explains itself and rejects bad arguments in one sentence."""

import pytest
from click.testing import CliRunner

from openapi.load.command import CANNOT, load
from workers.cli import main


def test_the_command_has_help_of_its_own() -> None:
    told = CliRunner().invoke(main, ["load", "--help"])
    assert (told.exit_code, told.output[:22]) == (0, "Usage: ludotheque load")
    for word in ("--mix", "--rate", "--compare", "--margin", "--i-own-this-server"):
        assert word in told.output
    assert " load " in CliRunner().invoke(main, ["--help"]).output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--base", "http://192.0.2.1:8000"], "is not on this machine; add --i-own-this-server"),
        (["--base", "127.0.0.1:8000"], "must be the URL of a server"),
        (["--base", "http://127.0.0.1:99999"], "must be the URL of a server"),
        (["--base", "http://127.0.0.1:http"], "must be the URL of a server"),
        (["--base", "http://[::1"], "must be the URL of a server"),
        (["--base", "http://127.0.0.1@192.0.2.1"], "is not on this machine"),
        (["--json", "/dev/null/report.json"], "/dev/null"),
        (["--mix", "Snails!"], "must be game:seats=weight"),
        (["--options", "[]"], "--options must be a JSON object"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], why: str) -> None:
    told = CliRunner().invoke(load, words)
    assert (told.exit_code, told.stdout) == (CANNOT, "")
    assert why in told.stderr
    assert told.stderr.splitlines()[-1].startswith("Error: ")
