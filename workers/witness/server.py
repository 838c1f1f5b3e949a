"""The HTTP interface of a witness: add-checkpoint, its latest checkpoints, and its reports."""

import json
import threading
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from domain.log.witnessing import Conflict, Refusal
from workers.witness.cosigner import Cosigner
from workers.witness.watch import Watch

LARGEST = 1 << 20
TEXT, SIZE, JSON = "text/plain; charset=utf-8", "text/x.tlog.size", "application/json"


class WitnessServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(
        self, address: tuple[str, int], cosigner: Cosigner, watches: Sequence[Watch] = ()
    ) -> None:
        super().__init__(address, _Handler)
        self.cosigner = cosigner
        self.watches = watches

    def watch(self, seconds: float) -> None:
        """Let every monitor look again and again, in the background."""
        threading.Thread(target=self._watch, args=(seconds,), daemon=True).start()

    def _watch(self, seconds: float) -> None:
        while True:
            for each in self.watches:
                each.look()
            time.sleep(seconds)


class _Handler(BaseHTTPRequestHandler):
    server: WitnessServer
    protocol_version = "HTTP/1.1"
    timeout = 30.0

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length") or ""
        if not length.isdecimal() or int(length) > LARGEST:
            self.close_connection = True
            self._answer(400, "the length of the body is missing or too large\n")
            return
        body = self.rfile.read(int(length))
        if self.path != "/add-checkpoint":
            self._answer(404, "POST is for /add-checkpoint\n")
            return
        try:
            self._answer(200, str(self.server.cosigner.add_checkpoint(body)))
        except Conflict as conflict:
            self._answer(409, f"{conflict}\n", SIZE)
        except Refusal as refusal:
            self._answer(refusal.status, f"{refusal}\n")

    def do_GET(self) -> None:
        if self.path == "/report":
            report = [each.report() for each in self.server.watches]
            self._answer(200, json.dumps({"logs": report}, indent=2) + "\n", JSON)
            return
        origin_hash, _, name = self.path.removeprefix("/").partition("/")
        note = self.server.cosigner.note(origin_hash) if name == "checkpoint" else None
        if note is None:
            self._answer(404, "nothing was cosigned for this log\n")
        else:
            self._answer(200, note.decode())

    def _answer(self, status: int, text: str, media_type: str = TEXT) -> None:
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", f"{len(content)}")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Write nothing: every caller could fill the disk of the witness."""
