"""A real server that returns the document, and a scripted answer to everything else."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import json

from tests.support.network.local_site import QuietHandler, local_site
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
    class Handler(QuietHandler):
        protocol_version = "HTTP/1.1"

        def respond(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            scripted.asked.append(self.path)
            body = scripted.shown.get(self.path, scripted.said)
            if body is None:
                scripted.over.wait()
                self.close_connection = True
                return
            status = 200 if self.path in scripted.shown else scripted.status
            self.answer(body, status, **scripted.headers)

    with local_site(Handler) as port:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            scripted.over.set()
