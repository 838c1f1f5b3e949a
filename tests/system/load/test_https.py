"""A server with a self-signed certificate is loaded only when that is allowed."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from openapi.load.session import LoadOptions, Unreachable, run
from store.embedded.server import EmbeddedServer
from tests.support.servers.polling import until
from tests.support.servers.ports import free_port
from tests.support.servers.processes import Program

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
    port = free_port()
    tls = ["--ssl-keyfile", key, "--ssl-certfile", certificate, "--port", str(port)]
    words_of_server = ["uvicorn", "--factory", "api.app:create_app", "--log-level", "error", *tls]
    server = Program(words_of_server, play_store.url, tmp_path / "server.log")
    try:
        server.start()
        until(lambda: _answers(f"https://127.0.0.1:{port}"))
        yield f"https://127.0.0.1:{port}"
    finally:
        server.stop()


def _answers(base: str) -> bool:
    try:
        return httpx.get(f"{base}/health/ready", verify=False).is_success
    except httpx.TransportError:
        return False


def test_https_is_played_when_the_certificate_is_trusted(sealed: str) -> None:
    with pytest.raises(Unreachable, match=r"(?i)certificate"):
        asyncio.run(run(sealed, LoadOptions(seconds=SECONDS), print))
    report = asyncio.run(run(sealed, LoadOptions(seconds=SECONDS, insecure=True), print))
    assert report.errors == {}
    assert report.requests > 0
