"""A server with a self-signed certificate is loaded only when that is allowed."""

import asyncio
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from api.app import create_app
from application.settings import Settings
from openapi.load.session import LoadOptions, Unreachable, run
from store.embedded.server import EmbeddedServer
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PATIENCE, until

OPENSSL = shutil.which("openssl")
SECONDS = 3.0

pytestmark = pytest.mark.skipif(OPENSSL is None, reason="openssl makes the certificate")


@pytest.fixture
def sealed(play_store: EmbeddedServer, tmp_path: Path) -> Iterator[str]:
    """The API with a certificate of its own making."""
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout {key}"
    words += f" -out {certificate} -days 2 -subj /CN=localhost"
    subprocess.run([str(OPENSSL), *words.split()], check=True, capture_output=True)
    app = create_app(Settings(redis_url=play_store.url, store_seconds=PATIENCE))
    port = free_port()
    server = uvicorn.Server(
        uvicorn.Config(app, port=port, ssl_keyfile=key, ssl_certfile=certificate, log_level="error")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until(lambda: server.started or not thread.is_alive())
        yield f"https://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def test_https_is_played_when_the_certificate_is_trusted(sealed: str) -> None:
    with pytest.raises(Unreachable, match=r"(?i)certificate"):
        asyncio.run(run(sealed, LoadOptions(seconds=SECONDS), print))
    report = asyncio.run(run(sealed, LoadOptions(seconds=SECONDS, insecure=True), print))
    assert report.errors == {}
    assert report.requests > 0
