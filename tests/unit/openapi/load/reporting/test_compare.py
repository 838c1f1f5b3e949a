"""A saved report is compared with another; the exit code says whether it is worse."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from openapi.load.command import CANNOT, WORSE, load
from openapi.load.report import Measure, Report, saved
from tests.support.load.reports import PROFILE, report


def compared(directory: Path, old: Report, new: Report, *words: str) -> Result:
    for name, each in (("old", old), ("new", new)):
        (directory / name).write_bytes(saved(each))
    files = ["--compare", str(directory / "old"), "--saved", str(directory / "new")]
    return CliRunner().invoke(load, [*files, *words])


def test_the_same_is_not_worse(tmp_path: Path) -> None:
    told = compared(tmp_path, report(), report(), "--margin", "0")
    assert told.exit_code == 0
    assert "worse by more than 0 %: nothing" in told.output


def test_slower_by_more_than_the_margin_is_worse_and_the_other_way_round_is_not(
    tmp_path: Path,
) -> None:
    told = compared(tmp_path, report(), report(slower=1.3))
    assert told.exit_code == WORSE
    assert "worse by more than 20 %: latency p50 ms, latency p95 ms" in told.output
    assert compared(tmp_path, report(slower=1.3), report()).exit_code == 0


@pytest.mark.parametrize(("margin", "code"), [("29", WORSE), ("31", 0)])
def test_the_margin_is_what_is_stated(tmp_path: Path, margin: str, code: int) -> None:
    told = compared(tmp_path, report(), report(slower=1.3), "--margin", margin)
    assert told.exit_code == code


@pytest.mark.parametrize(
    ("new", "name"),
    [
        (report(requests_per_second=70.0), "requests/s"),
        (report(commands_per_second=0.0), "commands/s"),
        (report(errors={"not_your_turn": 1}), "errors %"),
        (report(memory_bytes=Measure(2**26, 2**27, 2**26)), "memory MiB"),
    ],
)
def test_every_figure_can_be_the_worse_one(tmp_path: Path, new: Report, name: str) -> None:
    told = compared(tmp_path, report(), new)
    assert told.exit_code == WORSE
    assert told.output.endswith(f"worse by more than 20 %: {name}\n")


def test_another_load_cannot_be_compared_but_another_length_can(tmp_path: Path) -> None:
    faster = msgspec.structs.replace(PROFILE, rate=5.0)
    told = compared(tmp_path, report(), report(profile=faster))
    assert told.exit_code == CANNOT
    assert f"the runs had different loads: rate was {PROFILE.rate}, is 5.0\n" in told.stderr
    longer = msgspec.structs.replace(PROFILE, seconds=60.0)
    assert compared(tmp_path, report(), report(profile=longer)).exit_code == 0


def test_a_file_that_is_no_report_is_one_sentence(tmp_path: Path) -> None:
    for content in (b"[]", saved(report(latency_ms={}))):
        (tmp_path / "old").write_bytes(content)
        told = CliRunner().invoke(load, ["--compare", str(tmp_path / "old")])
        assert told.exit_code == CANNOT
        assert told.stderr.startswith("Error: ")
        assert "is not the report of a load test" in told.stderr
