"""`ludotheque` explains its commands and says what is missing."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from application.setting_docs import described
from workers.cli import main
from workers.cli.work import PARTS
from workers.composition.loops import LOOPS


def run(*words: str, env: dict[str, str | None] | None = None) -> Result:
    return CliRunner(env=env).invoke(main, words, prog_name="ludotheque")


@pytest.mark.parametrize(
    "words",
    [
        *((), ("serve",), ("rebuild",), ("verify",), ("scrub",), ("settings",)),
        ("work",),
    ],
)
def test_every_command_has_help(words: tuple[str, ...]) -> None:
    told = run(*words, "--help")
    assert (told.exit_code, told.output[:6]) == (0, "Usage:")


def test_the_help_shows_examples_and_the_environment() -> None:
    told = run("--help").output
    assert "ludotheque serve" in told
    assert "LUDOTHEQUE_REDIS_URL" in told


def test_every_setting_is_listed() -> None:
    listed = run("settings").output
    assert [each.variable for each in described() if f"{each.variable} [" not in listed] == []


def test_it_prints_its_version() -> None:
    assert run("--version").output.startswith("ludotheque, version ")


def test_the_help_of_work_names_every_loop_and_every_process() -> None:
    told = run("work", "--help").output
    assert {*LOOPS, "server", "jobs"} == set(PARTS)
    assert all(f"  {name}" in told for name in PARTS)


@pytest.mark.parametrize("words", [("work", "timers"), ("work", "jobs"), ("rebuild",), ("scrub",)])
def test_without_a_store_it_says_what_to_do(words: tuple[str, ...], tmp_path: Path) -> None:
    nowhere = {"LUDOTHEQUE_REDIS_URL": None, "LUDOTHEQUE_VAR": str(tmp_path)}
    told = run(*words, env=nowhere)
    assert told.exit_code == (os.EX_CONFIG if words[0] == "work" else 1)
    assert "set LUDOTHEQUE_REDIS_URL" in told.output


def test_a_store_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    for words in ("rebuild", "scrub"):
        told = run(words, env={"LUDOTHEQUE_REDIS_URL": f"unix://{tmp_path}/none.sock"})
        assert told.exit_code == 1
        assert told.output.startswith("Error: The store does not respond")


def test_nonsense_in_the_environment_is_one_sentence() -> None:
    told = run("serve", env={"PORT": "eight"})
    assert (told.exit_code, told.output) == (
        1,
        "Error: PORT is 'eight'; it must be a number from 1 to 65535.\n",
    )
