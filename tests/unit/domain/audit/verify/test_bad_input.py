"""Whatever else comes is refused in words, in bounded time and memory."""

import gzip
import io
from pathlib import Path
from typing import Any

import pytest

from domain.audit import bundle as reading
from domain.audit.finding import CheckFailed
from domain.audit.verify import verify
from domain.games import EDITIONS, GAMES
from openapi.clients import verify as one_file
from projections.history.bundle import JSON
from tests.support.histories.bundles import corpus, history_bundle, rewritten, unpacked
from tests.support.histories.verifiers import BOTH, Finder, by_one_file, by_rules
from tests.support.tables.memory_table import bundle, small, tiny
from tests.support.tables.party import GAME

WORDS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", ""),
    "a blank line": (b"\n", ""),
    "not UTF-8": (b"\xff\xfe\n", ""),
    "a web page": (b"<html></html>\n", "does not begin with a header"),
    "nested deeply": (b"[" * 100_000, ""),
    "nested deeply, in lines": (b'{"header":' + b"[" * 100_000 + b"}\n", "too deeply"),
    "an endless number": (b'{"header":' + b"9" * 10_000 + b"}\n", "too large"),
    "not a number": (b'{"header":NaN}\n', "whole number"),
    "another format": (b'{"header":{"format":"chess/1"}}\n', "ludotheque/history/2"),
}


@pytest.mark.parametrize("finder", BOTH)
@pytest.mark.parametrize("what", WORDS)
def test_what_is_no_bundle_is_refused(finder: Finder, what: str) -> None:
    content, why = WORDS[what]
    said = finder(content)
    assert said is not None
    if finder is by_rules:
        assert why in said


@pytest.mark.parametrize("finder", BOTH)
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"seat":0', b'"seat":0.0', "whole number"),
        (b'"seat":0', b'"seat":1e0', "whole number"),
        (b'"seat":0', b'"seat":9007199254740992', "too large"),
        (b'"seat":0', b'"seat":0,"seat":0', "twice"),
        (b'"seat":0', b'"seat": 0', ""),
        (b'"rules_version":"3"', b'"rules_version":"\\u0033"', ""),
        (b'"version":1}', b'"version":1,"more":1}', ""),
    ],
)
def test_json_that_is_not_canonical_is_refused(
    finder: Finder, old: bytes, new: bytes, why: str
) -> None:
    content = history_bundle(*tiny())
    assert old in content
    assert why in str(finder(content.replace(old, new, 1)))
    assert finder(history_bundle(*tiny(), JSON).replace(old, new, 1)) is not None


@pytest.mark.parametrize("finder", BOTH)
@pytest.mark.parametrize("name", ["leaf", "salt", "head", "seed"])
def test_upper_case_hex_is_refused(finder: Finder, name: str) -> None:
    lines = history_bundle(*tiny()).decode().splitlines(keepends=True)
    place = 0 if name == "seed" else 1
    before, mark, rest = lines[place].partition(f'"{name}":"')
    lines[place] = before + mark + rest[:64].upper() + rest[64:]
    assert finder("".join(lines).encode()) is not None


def test_rules_nobody_knows_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bundle from a server that is newer than we are."""

    def of_the_future(data: dict[str, object]) -> None:
        data["rules_version"] = "77"

    table, stored = small()

    def of_both(event: Any) -> None:
        if event["type"] in ("table.opened", "table.started"):
            of_the_future(event["data"])

    with monkeypatch.context() as there:
        there.setitem(EDITIONS, (GAME, "77"), GAMES[GAME])
        content = history_bundle(table, rewritten(table, stored, of_both))
    assert by_one_file(content) is None
    report = verify(content)
    assert report.verdict == "UNKNOWN_RULES"
    assert f"version 77 of {GAME} is not installed" in report.not_checked[0]


def test_a_gzipped_bundle_is_unpacked(tmp_path: Path) -> None:
    packed = gzip.compress(bundle())
    assert reading.read(io.BytesIO(packed)) == bundle()
    (tmp_path / "small.gz").write_bytes(packed)
    assert one_file.read(str(tmp_path / "small.gz")).encode() == bundle()


@pytest.mark.parametrize("damage", ["cut", "flipped", "followed"])
def test_a_damaged_gzip_is_refused(tmp_path: Path, damage: str) -> None:
    packed = gzip.compress(bundle())
    flipped = packed[:100] + bytes([packed[100] ^ 255]) + packed[101:]
    content = {"cut": packed[:-9], "flipped": flipped, "followed": packed + b"more"}[damage]
    with pytest.raises(CheckFailed):
        reading.parse(reading.read(io.BytesIO(content)))
    (tmp_path / "damaged.gz").write_bytes(content)
    with pytest.raises(one_file.Wrong):
        one_file.verify(one_file.read(str(tmp_path / "damaged.gz")))


def test_the_one_file_verifier_names_the_one_for_an_earlier_format() -> None:
    said = by_one_file(unpacked(corpus("bug_race", "format_2")[0]))
    assert said is not None
    assert "judges ludotheque/history/3" in said
    assert "release 0.3.0" in said
