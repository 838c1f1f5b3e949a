"""The manifest is read, guessed from the files, and replaced."""

from pathlib import Path

import pytest

from store.embedded.aof.check import (
    MANIFEST,
    AofFile,
    BadManifest,
    guessed_manifest,
    read_manifest,
    write_manifest,
)

BASE = AofFile("appendonly.aof.2.base.rdb", 2, "b")
FIRST, SECOND = (AofFile(f"appendonly.aof.{n}.incr.aof", n, "i") for n in (3, 4))


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_manifest(tmp_path, [BASE, FIRST, SECOND])
    assert read_manifest(tmp_path) == [BASE, FIRST, SECOND]


def test_files_that_are_only_history_are_left_out(tmp_path: Path) -> None:
    write_manifest(tmp_path, [BASE, AofFile("appendonly.aof.1.incr.aof", 1, "h"), FIRST])
    assert read_manifest(tmp_path) == [BASE, FIRST]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "file x seq",
        "file x seq one type b",
        "file x seq 1 type q",
        "file ../x seq 1 type b",
        "file a seq 1 type i\nfile b seq 2 type b",
        "\0\0\0",
        'file "x seq 1 type b',
    ],
)
def test_a_manifest_that_cannot_be_used_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(BadManifest, match=MANIFEST):
        read_manifest(tmp_path)


def test_a_lost_manifest_is_guessed_if_there_is_one_answer(tmp_path: Path) -> None:
    for each in (SECOND, BASE, FIRST):
        (tmp_path / each.name).touch()
    assert guessed_manifest(tmp_path) == [BASE, FIRST, SECOND]


def test_no_manifest_is_guessed_from_two_bases_or_a_gap(tmp_path: Path) -> None:
    for each in (BASE, FIRST):
        (tmp_path / each.name).touch()
    (tmp_path / "appendonly.aof.5.incr.aof").touch()
    assert guessed_manifest(tmp_path) is None
    (tmp_path / "appendonly.aof.5.incr.aof").unlink()
    (tmp_path / "appendonly.aof.3.base.rdb").touch()
    assert guessed_manifest(tmp_path) is None
