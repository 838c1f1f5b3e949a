"""A receiver of webhooks on this machine, which answers as a test wants."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple

from msgspec import json

from tests.support.network.local_site import QuietHandler


class Received(NamedTuple):
    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def content(self) -> Any:
        return json.decode(self.body)


class Receiver:
    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answers: list[int] = []  # the next status codes; then always 204
        self.location = ""  # target of a redirect
        self.go_on = Event()  # cleared: no request is answered
        self.go_on.set()
        self.url = ""
        self.server: ThreadingHTTPServer | None = None

    def of(self, kind: str) -> list[Received]:
        return [each for each in self.received if each.content["type"] == kind]


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(QuietHandler):
        def respond(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            length = int(headers["content-length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # the sender was killed
            receiver.received.append(Received(self.path, headers, body))
            receiver.go_on.wait(60)
            self.send_response(receiver.answers.pop(0) if receiver.answers else 204)
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """Ignore callers that close their connection."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.server = server
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}/hook?of=tests"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield receiver
    finally:
        receiver.go_on.set()
        server.shutdown()
        thread.join()
        server.server_close()
