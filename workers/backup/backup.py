"""Backs up everything that a server needs, consistent and verified, while people play.

The order makes a backup consistent: first the store at one instant, then the segments that its
catalogue names (they never change), and last the public log, which may be ahead of the store but
never behind it.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from application.ports.archive import ArchivePlace
from application.ports.public_log import Locked
from application.settings import Settings
from application.version import VERSION
from application.world import RealWorld
from domain.kernel.ids import rfc3339
from store.archive.objects import PREFIX
from store.archive.segment import SegmentBroken
from store.backup.manifest import (
    ARCHIVE,
    FORMAT,
    KEYS,
    LOG,
    SNAPSHOT,
    Manifest,
    described,
    write_manifest,
)
from store.backup.snapshot import SnapshotFailed, put_snapshot, save_snapshot
from store.connect import Store
from store.public_log.folder import LOCK, LogFolder
from store.public_log.identity import open_identity_of
from workers.backup.verification import NotDone, VerifiedBackup, verify

LOG_SECONDS = 60.0  # to wait for the writer of the public log
Say = Callable[[str], object]


async def backup(settings: Settings, folder: Path, say: Say) -> VerifiedBackup:
    """Back up a running server into an empty folder, then verify every history of the backup."""
    require_empty(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with Store.of(settings, retrying=True) as store:
        facts = await store.facts()
        say("saving the store")
        await _save_store(store, folder / SNAPSHOT, settings.redis_url is None)
        say("copying the archive")
        elsewhere = await _copy_archive(store, settings.archive_place.url, folder / ARCHIVE)
    say("copying the public log and its keys")
    await _copy_log(settings, folder)
    say("verifying every table")
    report = await _verify_backup(folder, elsewhere)
    manifest = Manifest(
        format=FORMAT,
        version=VERSION,
        made=rfc3339(RealWorld().now()),
        store=f"{facts.server} {facts.version}",
        archive=elsewhere,
        files=described(folder),
    )
    write_manifest(folder, manifest)
    return report


async def _save_store(store: Store, to: Path, embedded: bool) -> None:
    servers = await store.client.servers()
    if len(servers) > 1:
        raise NotDone("The store is a cluster: back up its servers as their manual says.")
    try:
        saved = await save_snapshot(servers[0])
        shutil.copyfile(saved, to)
    except SnapshotFailed as why:
        raise NotDone(f"Nothing was saved: {why}.") from None
    except OSError as why:
        raise NotDone(
            f"The snapshot of the store cannot be read: {why}. Run this on its machine."
        ) from None
    to.chmod(0o600)
    if embedded:
        saved.unlink(missing_ok=True)  # nobody else wants it


async def _copy_archive(store: Store, url: str, to: Path) -> str | None:
    """Copy the segments of a local archive; return the URL of any other, which must be whole."""
    assert store.archive is not None
    names = sorted((await store.archive.catalogue()).values())
    remote = "://" in url
    try:
        if not remote:
            (to / PREFIX).mkdir(mode=0o700, parents=True)
        for name in names:
            if remote:
                await store.archive.objects.size(name)
            else:
                await asyncio.to_thread(_copy_segment, Path(url) / PREFIX / name, to / PREFIX)
    except SegmentBroken as why:
        raise NotDone(f"The archive is not whole: {why}. Run `ludotheque scrub`.") from None
    return url if remote else None


def _copy_segment(segment: Path, to: Path) -> None:
    try:
        shutil.copyfile(segment, to / segment.name)
    except FileNotFoundError:
        raise SegmentBroken(f"segment {segment.name} is missing") from None


async def _copy_log(settings: Settings, folder: Path) -> None:
    """Copy the public log while its writer waits, and its keys, which must have signed it."""
    log, keys = settings.log_directory, settings.key_directory
    if log.is_dir():
        async with asyncio.timeout(LOG_SECONDS):
            while True:
                try:
                    with LogFolder(log).locked():
                        own = shutil.ignore_patterns(LOCK, keys.name if keys.parent == log else "")
                        await asyncio.to_thread(shutil.copytree, log, folder / LOG, ignore=own)
                    break
                except Locked:
                    await asyncio.sleep(0.05)
    if keys.is_dir():
        shutil.copytree(keys, folder / KEYS)
        open_identity_of(folder / LOG, folder / KEYS, settings.public_log_origin)


async def _verify_backup(folder: Path, elsewhere: str | None) -> VerifiedBackup:
    """Load the snapshot into a store of its own and check every history."""
    with tempfile.TemporaryDirectory(dir=folder, prefix="verifying-") as temporary:
        put_snapshot(folder / SNAPSHOT, Path(temporary) / "store")
        index = str(Path(temporary) / "archive.sqlite")
        place = ArchivePlace(elsewhere or str(folder / ARCHIVE), index)
        return await verify(Path(temporary) / "store", place)


def require_empty(folder: Path) -> None:
    """Raise NotDone if there is anything in this place."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NotDone(f"{folder} is not empty. Choose a folder that is empty or does not exist.")
