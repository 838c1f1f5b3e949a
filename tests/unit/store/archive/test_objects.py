"""A segment in a local folder is on the disk before anything relies on it."""

import os
from pathlib import Path

import pytest

from store.archive.objects import Objects

pytestmark = pytest.mark.anyio


async def test_a_segment_and_its_folder_are_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    sync = os.fsync

    def watched(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink())
        sync(handle)

    objects = Objects(str(tmp_path / "archive"))
    monkeypatch.setattr(os, "fsync", watched)
    await objects.create("name", b"content")
    segments = tmp_path / "archive" / "segments"
    assert synced[-2:] == [segments / "name", segments]
    assert await objects.get("name") == b"content"


async def test_a_segment_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    objects = Objects(str(tmp_path / "archive"))
    for content in (b"first", b"second"):
        await objects.create("name", content)
    assert await objects.get("name") == b"first"
