"""A real server that returns the document, and a scripted answer to everything else."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from msgspec import json

from tests.support.paths import OPENAPI_DOCUMENT

DOCUMENT = OPENAPI_DOCUMENT.read_bytes()
GAMES = json.encode({"games": [{"key": "house", "fewest_seats": 1, "most_seats": 2}]})
SHOWN = {"/schema/openapi.json": DOCUMENT, "/v1/games": GAMES}


class ScriptedServer:
    """Answers `said` to every path that is not in `shown`; without `said` it never answers."""

    def __init__(
        self,
        said: bytes | None = b"{}",
        status: int = 200,
        shown: dict[str, bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.said, self.status, self.headers = said, status, headers or {}
        self.shown = {**SHOWN, **(shown or {})}
        self.asked: list[str] = []
        self.over = threading.Event()


@contextmanager
def served(scripted: ScriptedServer) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            scripted.asked.append(self.path)
            body = scripted.shown.get(self.path, scripted.said)
            if body is None:
                scripted.over.wait()
                self.close_connection = True
                return
            self.send_response(200 if self.path in scripted.shown else scripted.status)
            for name, value in {**scripted.headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_DELETE = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        scripted.over.set()
        server.shutdown()
        server.server_close()
