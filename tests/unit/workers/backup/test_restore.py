"""`ludotheque restore` refuses what it cannot restore, before it writes anything."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from store.backup.manifest import FORMAT, MANIFEST, Manifest, described, write_manifest
from workers.cli import main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A backup with two files, which are never loaded here."""
    found = tmp_path / "backup"
    (found / "log").mkdir(parents=True)
    (found / "store.rdb").write_bytes(b"REDIS0011")
    (found / "log" / "checkpoint").write_bytes(b"one")
    manifest = Manifest(
        format=FORMAT,
        version="0.2.0",
        made="2026-11-17T10:00:00.000Z",
        store="valkey 8.1.0",
        archive=None,
        files=described(found),
    )
    write_manifest(found, manifest)
    return found


def restore(folder: Path, **env: str | None) -> Result:
    var = folder.parent / "var"
    words = ["restore", str(folder), "--var", str(var)]
    done = CliRunner().invoke(main, words, env={"LUDOTHEQUE_REDIS_URL": None, **env})
    assert done.exit_code == 1
    return done


def untouched(folder: Path) -> bool:
    return not (folder.parent / "var").exists()


def test_a_folder_that_is_not_empty_is_left_alone(folder: Path) -> None:
    var = folder.parent / "var"
    var.mkdir()
    (var / "mine").write_text("kept")
    assert f"{var} is not empty. Choose a folder that is empty" in restore(folder).output
    assert [each.name for each in var.iterdir()] == ["mine"]


def test_a_folder_without_a_manifest_is_no_backup(folder: Path) -> None:
    (folder / MANIFEST).unlink()
    assert "is no complete backup: it has no manifest.json" in restore(folder).output
    assert untouched(folder)


@pytest.mark.parametrize("name", ["store.rdb", "log/checkpoint"])
def test_every_changed_byte_is_found(folder: Path, name: str) -> None:
    content = (folder / name).read_bytes()
    for place in range(len(content)):
        flipped = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        (folder / name).write_bytes(flipped)
        assert f"{folder / name} is damaged. Restore another backup." in restore(folder).output
    assert untouched(folder)


def test_a_missing_file_and_a_strange_one_are_found(folder: Path) -> None:
    (folder / "strange").write_text("?")
    assert "strange is not part of the backup" in restore(folder).output
    (folder / "log" / "checkpoint").unlink()
    assert "checkpoint is missing" in restore(folder).output
    assert untouched(folder)


def test_another_format_names_the_version_that_can_restore_it(folder: Path) -> None:
    raw = json.decode((folder / MANIFEST).read_bytes()) | {"format": 2, "version": "9.1.0"}
    (folder / MANIFEST).write_bytes(json.encode(raw))
    said = restore(folder).output
    assert "The backup has format 2; this server reads format 1." in said
    assert "Restore it with version 9.1.0" in said
    assert untouched(folder)


def test_a_damaged_manifest_is_named(folder: Path) -> None:
    (folder / MANIFEST).write_bytes((folder / MANIFEST).read_bytes()[:-9])
    assert "manifest.json is damaged" in restore(folder).output
    assert untouched(folder)


def test_an_archive_that_lies_elsewhere_must_be_named(folder: Path) -> None:
    raw = json.decode((folder / MANIFEST).read_bytes()) | {"archive": "s3://mine/archive"}
    (folder / MANIFEST).write_bytes(json.encode(raw))
    assert "Set LUDOTHEQUE_ARCHIVE to it" in restore(folder).output
    assert untouched(folder)


def test_a_store_of_your_own_is_not_written_to(folder: Path) -> None:
    said = restore(folder, LUDOTHEQUE_REDIS_URL="redis://127.0.0.1:1/0").output
    assert "LUDOTHEQUE_REDIS_URL is set" in said
    assert untouched(folder)
