"""The keys of a log: made at the first start, or given as files.

Two keys, so that a receipt can never be taken for a checkpoint: one signs the log, the other one
receipts. Their names are the origin of the log, and the origin followed by `/receipts`.
"""

import secrets
from pathlib import Path
from typing import NamedTuple

from application.setting_values import SettingError
from domain.log.errors import LogError
from domain.log.note import ED25519, Signer, Verifier, is_name, parse_signer
from domain.log.receipt import RECEIPTS
from store.public_log.durable_files import PRIVATE, create_file

LOG_KEY, RECEIPTS_KEY = "log.key", "receipts.key"


class WrongKeys(SettingError):
    """The key files cannot be used."""


class LogIdentity(NamedTuple):
    log: Signer
    receipts: Signer

    @property
    def origin(self) -> str:
        return self.log.name

    @property
    def verifiers(self) -> tuple[Verifier, Verifier]:
        return self.log.verifier, self.receipts.verifier


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
    return LogIdentity(log, receipts)


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
