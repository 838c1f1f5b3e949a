"""A small HTTP server of a test, in a thread of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class QuietHandler(BaseHTTPRequestHandler):
    """Answers every request by `respond`, and logs nothing."""

    def do_GET(self) -> None:
        self.respond()

    do_POST = do_DELETE = do_GET  # noqa: N815

    def respond(self) -> None:
        raise NotImplementedError

    def log_message(self, *_: object) -> None:
        return

    def answer(self, body: bytes, status: int = 200, **headers: str) -> None:
        """Send a whole answer; `_` in the name of a header stands for `-`."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def local_site(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[int]:
    """Serve with this handler while the block runs; yield the port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
