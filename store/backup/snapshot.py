"""A snapshot of the store at one instant, written by the server itself while people play."""

import asyncio
import os
import shutil
from pathlib import Path

from redis.exceptions import ResponseError

from store.client.pipeline import PipelinedClient
from store.embedded.aof.check import AOF_DIRECTORY, BASE, AofFile, write_manifest

BASE_FILE = AofFile("appendonly.aof.1.base.rdb", 1, BASE)
POLL_SECONDS = 0.05


class SnapshotFailed(Exception):
    """The server has written no snapshot; the message says why."""


async def save_snapshot(server: PipelinedClient) -> Path:
    """Let the server write a snapshot; return its file, which the next snapshot replaces."""
    while (before := await _persistence(server))["rdb_bgsave_in_progress"] != "0":
        await asyncio.sleep(POLL_SECONDS)  # one that was begun earlier may miss the latest commits
    try:
        await server.execute("BGSAVE", "SCHEDULE")  # after a rewrite that is under way
    except ResponseError as refused:
        if "already in progress" not in str(refused):
            raise SnapshotFailed(f"the store refuses to write a snapshot: {refused}") from None
    while not _ended(before, now := await _persistence(server)):
        await asyncio.sleep(POLL_SECONDS)
    if now["rdb_last_bgsave_status"] != "ok":
        raise SnapshotFailed("the store could not write a snapshot; its log says why")
    [_, folder], [_, name] = await server.execute_all(
        [("CONFIG", "GET", "dir"), ("CONFIG", "GET", "dbfilename")]
    )
    return Path(os.fsdecode(folder), os.fsdecode(name))


def put_snapshot(snapshot: Path, directory: Path) -> None:
    """Make a snapshot the whole content of an embedded store."""
    folder = directory / AOF_DIRECTORY
    folder.mkdir(mode=0o700, parents=True)
    shutil.copyfile(snapshot, folder / BASE_FILE.name)
    write_manifest(folder, [BASE_FILE])


def _ended(before: dict[str, str], now: dict[str, str]) -> bool:
    """Return whether a snapshot was begun since, and none is being written."""
    return now["rdb_saves"] != before["rdb_saves"] and now["rdb_bgsave_in_progress"] == "0"


async def _persistence(server: PipelinedClient) -> dict[str, str]:
    lines = (await server.execute("INFO", "persistence")).decode().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)
