"""Begins a log that takes the place of one whose key was lost: another origin, and new keys.

The new log is complete before it is put in the place of the old one, so the command can be killed
and run again. Its first entry names origin, size and root of the old log.
"""

import os
import secrets
import shutil
from pathlib import Path

from application.ports.public_log import short_name
from domain.log.checkpoint import Checkpoint, parse_checkpoint
from domain.log.entries import Continues, encode_entry
from domain.log.note import parse_note
from store.public_log.durable_files import make_folder, sync_folder
from store.public_log.folder import CHECKPOINT, LogFolder
from store.public_log.identity import LOG_KEY, RECEIPTS_KEY, LogIdentity, WrongKeys, open_identity


def replace_log(
    log: Path, keys: Path, origin: str | None, last: bytes | None = None
) -> LogIdentity:
    """Put a new log in the place of this one, which is kept beside it; return the new keys.

    `last` is the last known checkpoint, if the folder of the old log is lost, too.
    """
    new = log.with_name(f"{log.name}.new")
    if not log.exists() and (new / CHECKPOINT).exists():  # killed just before the end
        return _put_in_place(new, log, keys)
    old = _last_checkpoint(log, last)
    name = origin or f"ludotheque.invalid/{secrets.token_hex(8)}"
    if name == old.origin:
        raise WrongKeys(
            f"The new log needs another origin than {old.origin}: change or unset"
            " LUDOTHEQUE_PUBLIC_LOG_ORIGIN."
        )
    shutil.rmtree(new, ignore_errors=True)
    identity = open_identity(_new_keys(log, keys, new), name)
    folder = LogFolder(new)
    entry = encode_entry(Continues(old))
    folder.append(folder.current(identity.log.verifier), [entry], identity.signers)
    if log.exists():
        os.rename(log, log.with_name(f"{log.name}-{short_name(old.origin)}"))
    return _put_in_place(new, log, keys)


def _last_checkpoint(log: Path, last: bytes | None) -> Checkpoint:
    stored = LogFolder(log).checkpoint()
    known = [parse_checkpoint(parse_note(raw).text) for raw in (stored, last) if raw is not None]
    if not known:
        raise WrongKeys(f"There is no public log in {log}: give its last checkpoint.")
    return max(known, key=lambda each: each.size)


def _new_keys(log: Path, keys: Path, new: Path) -> Path:
    """Return the folder for the new keys; raise WrongKeys if it has keys that would be lost."""
    if keys.is_relative_to(log):
        return new / keys.relative_to(log)
    for name in (LOG_KEY, RECEIPTS_KEY):
        if (keys / name).exists():
            raise WrongKeys(f"Move {keys / name} away first: it belongs to the old log.")
    return keys


def _put_in_place(new: Path, log: Path, keys: Path) -> LogIdentity:
    make_folder(log.parent)
    os.rename(new, log)
    sync_folder(log.parent)
    return open_identity(keys, None)
