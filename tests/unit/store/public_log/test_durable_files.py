import os
from pathlib import Path

import pytest

from store.public_log.durable_files import PRIVATE, PUBLIC, create_file, write_file


def test_a_file_is_replaced_and_nothing_stays_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    write_file(path, b"old")
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == ["file"]


def test_a_file_is_created_once(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert create_file(path, b"first", PRIVATE)
    assert not create_file(path, b"second", PRIVATE)
    assert path.read_bytes() == b"first"
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["key"]


def test_content_is_synced_before_it_is_put_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = tmp_path / "file", []
    sync = os.fsync

    def watched(handle: int) -> None:
        seen.append(path.exists())
        sync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    write_file(path, b"content", PUBLIC)
    assert seen == [False, True]  # the file itself, then the folder with its name
