"""The witness: remembers the latest checkpoint of every log, and cosigns what continues it."""

import hashlib
import secrets
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from domain.log.checkpoint import Checkpoint, cosign, parse_checkpoint
from domain.log.note import (
    COSIGNATURE,
    Note,
    Signature,
    Signer,
    Verifier,
    check,
    parse_note,
    parse_signer,
)
from domain.log.witnessing import judge_request, parse_request
from store.public_log.durable_files import PRIVATE, create_file, write_file

KEY = "witness.key"


def open_key(folder: Path, name: str) -> Signer:
    """Return the key of the witness in a folder; make it if it is missing."""
    path = folder / KEY
    if not path.exists():
        key = Signer(name, COSIGNATURE, secrets.token_bytes(32))
        create_file(path, f"{key}\n".encode(), PRIVATE)
    return parse_signer(path.read_text(encoding="utf-8").removesuffix("\n"))


class Cosigner:
    def __init__(
        self, folder: Path, key: Signer, logs: Sequence[Verifier], now: Callable[[], int]
    ) -> None:
        self._folder = folder
        self._key = key
        self._logs = logs
        self._now = now
        self._lock = threading.Lock()  # checking and storing are one step

    def add_checkpoint(self, body: bytes) -> Signature:
        """Return the cosignature of a checkpoint, stored before; raise Refusal otherwise."""
        request = parse_request(body)
        with self._lock:
            judge_request(request, self._logs, self.latest)
            signature = cosign(request.note.text, self._now(), self._key)
            by_log = [
                each
                for each in request.note.signatures
                if any(each.is_by(key) for key in check(request.note, self._logs))
            ]
            note = Note(request.note.text, (*by_log, signature))
            write_file(self._path(request.checkpoint.origin), str(note).encode())
        return signature

    def latest(self, origin: str) -> Checkpoint | None:
        """Return the latest checkpoint that was cosigned for a log."""
        raw = self.note(hashlib.sha256(origin.encode()).hexdigest())
        return None if raw is None else parse_checkpoint(parse_note(raw).text)

    def note(self, origin_hash: str) -> bytes | None:
        """Return the latest cosigned checkpoint of the log whose origin has this hash, in hex."""
        known = {hashlib.sha256(key.name.encode()).hexdigest() for key in self._logs}
        path = self._folder / origin_hash
        return path.read_bytes() if origin_hash in known and path.exists() else None

    def _path(self, origin: str) -> Path:
        return self._folder / hashlib.sha256(origin.encode()).hexdigest()
