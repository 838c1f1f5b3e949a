"""A server of a public log that does as a test says, honest or not; no process, no socket."""

from collections.abc import Sequence
from pathlib import Path

import httpx

from domain.log.checkpoint import cosign
from domain.log.entries import Entry, encode_entry
from domain.log.note import COSIGNATURE, ED25519, LogError, Signer
from domain.log.proof import prove
from domain.log.tiles import parse_path
from store.public_log.folder import LogFolder

KEY = Signer("example.org/log", ED25519, b"k" * 32)
WITNESS = Signer("witness.example", COSIGNATURE, b"w" * 32)
URL = "http://server.test/log"


class LogServer:
    def __init__(self, folder: Path, entries: Sequence[Entry] = ()) -> None:
        self.folder = LogFolder(folder)
        self.proved: int | None = None  # the entry that the receipt of every table proves
        self.started: int | None = None  # the entry that its start proves
        self.add(*entries)

    def add(self, *entries: Entry) -> None:
        raw = [encode_entry(entry) for entry in entries]
        if raw:
            self.folder.append(self.folder.current(KEY.verifier), raw, [KEY])

    def cosign(self, witness: Signer = WITNESS, at: int = 1_700_000_000) -> None:
        self.folder.cosigned([cosign(self.folder.current(KEY.verifier).text, at, witness)])

    def client(self) -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(self._answer))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        if path == "/log/keys":
            return httpx.Response(200, text=f"{KEY.verifier}\n")
        if path == "/log/checkpoint":
            return httpx.Response(200, content=self.folder.checkpoint() or b"")
        if path.startswith("/log/cosigned/"):
            content = self.folder.cosigned_on(path.removeprefix("/log/cosigned/"))
            return httpx.Response(404 if content is None else 200, content=content or b"")
        if path.endswith("/receipt"):
            of_start = request.url.query == b"of=start"
            return httpx.Response(
                200, text=self._receipt(self.started if of_start else self.proved)
            )
        try:
            return httpx.Response(200, content=self._tile(path.removeprefix("/log/tile/")))
        except LogError:
            return httpx.Response(404)

    def _tile(self, path: str) -> bytes:
        return self.folder.read_tile(parse_path(path))

    def _receipt(self, place: int | None) -> str:
        raw = self.folder.checkpoint()
        if place is None or raw is None:
            return "a signed note, for the log does not have this of the table\n"
        return str(prove(self.folder.tree(), place, raw))
