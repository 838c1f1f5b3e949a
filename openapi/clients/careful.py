"""Waits until witnesses have cosigned the start of a table, before a client reveals its luck.

Then the operator cannot show others another start. The formats are those of C2SP: tlog-proof,
signed-note and tlog-cosignature.
"""

import base64
import hashlib
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from time import monotonic, sleep
from typing import TypeAlias

if __package__:
    from openapi.clients.ed25519 import verifies
else:  # run as a file
    from ed25519 import verifies  # type: ignore[import-not-found,no-redef]

FIRST_LINE = "c2sp.org/tlog-proof@v1"
LOG, WITNESS = 1, 4  # kinds of keys
SECONDS, PAUSE = 25.0, 1.0  # the reveal has a deadline of 30 seconds
Fetch: TypeAlias = Callable[[str], str | None]  # path -> text, or None if it is not there


class NotWitnessed(Exception):
    """The start is not under a checkpoint that all witnesses have cosigned: do not reveal."""


class Careful:
    def __init__(self, fetch: Fetch, witnesses: Sequence[str], seconds: float = SECONDS) -> None:
        self._fetch, self._witnesses, self._seconds = fetch, witnesses, seconds

    def wait(self, table: str, version: int, head: bytes, log: str) -> None:
        """Return when every witness has cosigned; `log` is the key that `table.opened` names."""
        deadline, missing = monotonic() + self._seconds, "the log does not have the start"
        while monotonic() < deadline:
            proof = self._fetch(f"/v1/tables/{table}/receipt?of=start")
            if proof is not None:
                note = _proved(proof, _entry(table, version, head), log)
                lacking = [each for each in self._witnesses if not _signed(note, each, WITNESS)]
                if not lacking:
                    return
                missing = f"{lacking[0].partition('+')[0]} has not cosigned"
            sleep(PAUSE)
        raise NotWitnessed(missing)


def fetching(base: str) -> Fetch:
    """Return what fetches a text from a server."""

    def fetch(path: str) -> str | None:
        try:
            with urllib.request.urlopen(base.rstrip("/") + path, timeout=10) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as refused:
            if refused.code == 404:
                return None
            raise

    return fetch


def _entry(table: str, version: int, head: bytes) -> bytes:
    name = hashlib.sha256(b"ludotheque/log-table/1\0" + table.encode()).digest()
    return b"\x01" + name + version.to_bytes(8, "big") + head


def _proved(proof: str, entry: bytes, log: str) -> str:
    """Return the signed note under which an entry is proved."""
    head, _, note = proof.partition("\n\n")
    first, index, *lines = head.split("\n")
    _require(first == FIRST_LINE and index.startswith("index "), "this is not a proof")
    _require(_signed(note, log, LOG), "the log has not signed the checkpoint")
    origin, size, root = note.split("\n")[:3]
    _require(origin == log.partition("+")[0], "it is the checkpoint of another log")
    path = [base64.b64decode(line) for line in lines]
    found = _root(entry, int(index.removeprefix("index ")), int(size), path)
    _require(found == base64.b64decode(root), "the log has another start of this table")
    return note


def _root(entry: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """Return the root that the path of an entry leads to (RFC 9162, 2.1.3.2)."""
    node, last, found = index, size - 1, hashlib.sha256(b"\0" + entry).digest()
    for each in path:
        if last == 0:
            return None
        if node & 1 or node == last:
            found = hashlib.sha256(b"\1" + each + found).digest()
            while node and not node & 1:
                node, last = node >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\1" + found + each).digest()
        node, last = node >> 1, last >> 1
    return found if last == 0 else None


def _signed(note: str, key: str, kind: int) -> bool:
    """Return whether this key has signed the note; a false signature is an error."""
    name, key_id, encoded = key.split("+", 2)
    public = base64.b64decode(encoded)
    _require(public[0] == kind, f"{name} has another kind of key")
    text, _, signatures = note.rpartition("\n\n")
    for line in signatures.splitlines():
        _, signer, signature = line.split(" ")
        raw = base64.b64decode(signature)
        if (signer, raw[:4].hex()) == (name, key_id):
            message, signed = text + "\n", raw[4:]
            if kind == WITNESS:
                at, signed = int.from_bytes(signed[:8], "big"), signed[8:]
                message = f"cosignature/v1\ntime {at}\n{message}"
            _require(verifies(public[1:], message.encode(), signed), f"{name}: false signature")
            return True
    return False


def _require(true: bool, why: str) -> None:
    if not true:
        raise NotWitnessed(why)
