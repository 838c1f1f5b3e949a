"""Restores a backup into an empty data folder, and verifies it there."""

import shutil
from pathlib import Path

from application.settings import Settings
from store.backup.manifest import ARCHIVE, KEYS, LOG, SNAPSHOT, read_manifest, require_intact
from store.backup.snapshot import put_snapshot
from workers.backup.backup import Say, require_empty
from workers.backup.verification import NotDone, VerifiedBackup, verify


async def restore(settings: Settings, folder: Path, say: Say) -> VerifiedBackup:
    """Restore a backup into an empty data folder, then verify every history there."""
    if settings.redis_url is not None:
        raise NotDone(
            "LUDOTHEQUE_REDIS_URL is set, but `restore` fills the folder of an embedded store. "
            f"Unset it; or stop your own store and give it {SNAPSHOT} of the backup."
        )
    place = settings.archive_place
    targets = [settings.var, settings.log_directory, settings.key_directory]
    targets += [] if "://" in place.url else [Path(place.url)]
    for target in targets:
        require_empty(target)
    manifest = read_manifest(folder)
    say("reading the backup")
    require_intact(folder, manifest)
    if manifest.archive is not None and place.url != manifest.archive:
        raise NotDone(
            f"The archive of this backup is in {manifest.archive}. "
            "Set LUDOTHEQUE_ARCHIVE to it, and restore again."
        )
    say(f"restoring the backup of {manifest.made}")
    settings.var.mkdir(mode=0o700, parents=True, exist_ok=True)
    put_snapshot(folder / SNAPSHOT, settings.store_directory)
    parts = {LOG: settings.log_directory, KEYS: settings.key_directory, ARCHIVE: Path(place.url)}
    for name, target in parts.items():
        if (folder / name).is_dir():
            shutil.copytree(folder / name, target, dirs_exist_ok=True)
    say("verifying every table")
    return await verify(settings.store_directory, place)
