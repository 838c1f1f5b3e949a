"""The keys of a log: made at the first start, or given as files; never made for a log that exists.

Two keys, so that a receipt can never be taken for a checkpoint: one signs the log, the other one
receipts. Their names are the origin of the log, and the origin followed by `/receipts`."""

import os
import secrets
import shutil
from pathlib import Path
from typing import NamedTuple

from application.ports.public_log import short_name
from application.setting_values import SettingError
from domain.log.checkpoint import Checkpoint, parse_checkpoint
from domain.log.entries import RECEIPTS, Continues, encode_entry
from domain.log.note import ED25519, LogError, Signer, Verifier, is_name, parse_note, parse_signer
from store.public_log.durable_files import PRIVATE, create_file, make_folder, sync_folder
from store.public_log.folder import CHECKPOINT, LogFolder

LOG_KEY, RECEIPTS_KEY, NEXT_KEY = "log.key", "receipts.key", "next.key"
BOTH_SIGN_SECONDS = 30 * 24 * 3600
LOSS = (
    "Restore it from a backup. If there is none, stop all processes and run"
    " `ludotheque replace-log`."
)


class WrongKeys(SettingError):
    """The key files cannot be used."""


class LogIdentity(NamedTuple):
    log: Signer
    receipts: Signer
    next: Signer | None = None  # replaces the key of the log after 30 days

    @property
    def origin(self) -> str:
        return self.log.name

    @property
    def signers(self) -> tuple[Signer, ...]:
        """Return the keys that sign checkpoints."""
        return (self.log,) if self.next is None else (self.log, self.next)

    @property
    def verifiers(self) -> tuple[Verifier, Verifier]:
        return self.log.verifier, self.receipts.verifier


def open_identity_of(log: Path, folder: Path, origin: str | None) -> LogIdentity:
    """Return the keys of a log; raise WrongKeys if it has begun and its keys are lost or others."""
    lost = [name for name in (LOG_KEY, RECEIPTS_KEY) if not (folder / name).exists()]
    if lost and (log / CHECKPOINT).exists():
        path = folder / lost[0]
        raise WrongKeys(f"The public log in {log} has begun, but {path} is lost. {LOSS}")
    identity = open_identity(folder, origin)
    try:
        LogFolder(log).current(identity.log.verifier)
    except LogError:
        raise WrongKeys(
            f"The key in {folder / LOG_KEY} has not signed the public log in {log}. {LOSS}"
        ) from None
    return identity


def open_identity(folder: Path, origin: str | None) -> LogIdentity:
    """Return the keys in a folder; make those that are missing. Raise WrongKeys if they differ."""
    if origin is not None and not is_name(origin):
        raise WrongKeys(f"The origin {origin!r} has a space or a plus sign; choose another one.")
    log = _open(folder / LOG_KEY, origin or f"ludotheque.invalid/{secrets.token_hex(8)}")
    if origin is not None and log.name != origin:
        raise WrongKeys(
            f"The key in {folder} belongs to the origin {log.name}, not to {origin}."
            " A new origin needs a new folder."
        )
    receipts = _open(folder / RECEIPTS_KEY, log.name + RECEIPTS)
    if receipts.name != log.name + RECEIPTS:
        raise WrongKeys(f"The name of the key in {RECEIPTS_KEY} is not {log.name}{RECEIPTS}.")
    return LogIdentity(log, receipts, _open_next(folder, log))


def rotate(folder: Path) -> Signer:
    """Make the key that replaces the key of the log; raise WrongKeys if one is on its way."""
    name = open_identity(folder, None).origin
    key = Signer(name, ED25519, secrets.token_bytes(32))
    if not create_file(folder / NEXT_KEY, f"{key}\n".encode(), PRIVATE):
        raise WrongKeys(f"{folder / NEXT_KEY} exists: the last rotation takes 30 days.")
    return key


def retire(log: Path, folder: Path, now: float) -> bool:
    """Replace the key of the log by the next one if both have signed for 30 days."""
    path = folder / NEXT_KEY
    if not path.exists() or now - path.stat().st_mtime < BOTH_SIGN_SECONDS:
        return False
    if not _has_signed(log, _open(path, "")):
        return False  # no writer has run since: the key is not in the log yet
    os.replace(path, folder / LOG_KEY)
    sync_folder(folder)
    return True


def _has_signed(log: Path, key: Signer) -> bool:
    try:
        return LogFolder(log).current(key.verifier).size > 0
    except LogError:
        return False


def _open_next(folder: Path, log: Signer) -> Signer | None:
    path = folder / NEXT_KEY
    if not path.exists():
        return None
    key = _open(path, log.name)
    if key.name != log.name or key == log:
        raise WrongKeys(f"The key in {path} must be another key of {log.name}.")
    return key


def _open(path: Path, name: str) -> Signer:
    """Return the key in a file. Of several processes that make it at once, one succeeds."""
    try:
        if not path.exists():
            key = Signer(name, ED25519, secrets.token_bytes(32))
            create_file(path, f"{key}\n".encode(), PRIVATE)
        signer = parse_signer(path.read_text(encoding="utf-8").removesuffix("\n"))
    except (OSError, LogError, UnicodeDecodeError) as wrong:
        raise WrongKeys(f"The key in {path} cannot be used: {wrong}.") from None
    if signer.type != ED25519:
        raise WrongKeys(f"The key in {path} is not that of a log.")
    return signer


# Begins a log that takes the place of one whose key was lost: another origin, and new keys.
#
# The new log is complete before it is put in the place of the old one, so the command can be killed
# and run again. Its first entry names origin, size and root of the old log.


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
