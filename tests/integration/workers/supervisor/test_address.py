"""The supervisor asks for the health of the API where the API is: below its prefix."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from application.settings import Settings
from workers.supervisor.address import answers, root_url, why_not_ready


class Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        ready = self.path in ("/ludo/health/live", "/ludo/health/ready")
        self.send_response(200 if ready else 404)
        self.end_headers()
        self.wfile.write(b"{}" if ready else b'{"detail": "This server is at /ludo/."}')

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Api) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_the_health_of_the_api_is_below_its_prefix(port: int) -> None:
    below = Settings(port=port, prefix="/ludo")
    assert answers(below)
    assert why_not_ready(below) is None
    assert why_not_ready(Settings(port=port)) == "This server is at /ludo/."


def test_the_banner_names_the_prefix() -> None:
    assert root_url(Settings(host="0.0.0.0", prefix="/ludo")) == "http://127.0.0.1:8000/ludo"
    assert root_url(Settings(host="::1")) == "http://[::1]:8000"
