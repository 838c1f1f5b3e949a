"""The power fails: what no fsync has reached is gone, and the store starts with the rest."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from application.table_cache import TableCache
from application.world import RealWorld
from store.connect import Store
from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import PATIENCE
from tests.support.stores.servers import KINDS
from tests.support.tables.party import finished

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler"),
]
# Notes how long a file was when it was last synced, before the call: later bytes are not on disk.
NOTES_SYNCS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static int noted(const char *name, int fd) {
  struct stat at;
  char link[64], path[4096];
  fstat(fd, &at);
  int (*call)(int) = dlsym(RTLD_NEXT, name);
  int result = call(fd);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (result == 0 && length > 0) {
    path[length] = 0;
    FILE *notes = fopen(getenv("NOTES_OF_SYNCS"), "a");
    fprintf(notes, "%lld %s\n", (long long)at.st_size, path);
    fclose(notes);
  }
  return result;
}
int fsync(int fd) { return noted("fsync", fd); }
int fdatasync(int fd) { return noted("fdatasync", fd); }
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shim")
    (folder / "shim.c").write_text(NOTES_SYNCS)
    built = folder / "shim.so"
    command = ["cc", "-shared", "-fPIC", "-o", str(built), str(folder / "shim.c"), "-ldl"]
    subprocess.run(command, check=True)
    return built


def cut_power(server: EmbeddedServer, folder: Path, notes: Path) -> int:
    """Kill the server, and take from its files what was not synced; return how many bytes."""
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    server.stop()
    synced: dict[str, int] = {}
    for line in notes.read_text().splitlines():
        size, _, name = line.partition(" ")
        synced[name] = max(int(size), synced.get(name, 0))
    gone = 0
    for path in folder.rglob("*.incr.aof"):
        kept = synced.get(str(path), 0)
        gone += path.stat().st_size - kept
        os.truncate(path, kept)
    return gone


@pytest.mark.parametrize("fsync", ["always", "no"])
@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_synced_survives_a_power_cut(
    kind: str, fsync: str, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, folder = tmp_path / "notes", tmp_path / "store"
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("NOTES_OF_SYNCS", str(notes))
    server = EmbeddedServer(folder, fsync=fsync, prefer=kind)
    server.start()
    async with Store(server.url, PATIENCE) as store:
        party = await finished(TableCache(store.log, RealWorld()))
        acknowledged = await store.log.load(party.table)
        assert acknowledged is not None
    gone = cut_power(server, folder, notes)
    again = EmbeddedServer(folder, fsync=fsync, prefer=kind)
    again.start()
    try:
        async with Store(again.url, PATIENCE) as store:
            left = await store.log.load(party.table)
            if fsync == "always":
                assert left is not None
                assert left.events == acknowledged.events
            else:
                events = () if left is None else left.events
                assert gone > 0
                assert len(events) < len(acknowledged.events)
                assert tuple(acknowledged.events[: len(events)]) == tuple(events)
            await finished(TableCache(store.log, RealWorld()))  # it goes on
    finally:
        again.stop()
