"""One delivery attempt: only to the checked address, within limits, without redirects."""

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
from standardwebhooks.webhooks import Webhook

from application.ports.webhooks import About, Delivery, Hook
from application.webhooks.policy import WebhookPolicy
from application.webhooks.resolving import Resolve
from application.webhooks.signing import new_secret
from application.world import RealWorld
from tests.support.network.webhook_receiver import Receiver, receiving
from workers.webhooks.sender import Sender

pytestmark = pytest.mark.anyio

SECRET = new_secret(RealWorld())
NOTICE = Delivery(
    id="msg_1", event="your_turn", table="t" * 26, version=17, at="2026-01-01T12:00:00.000Z"
)
Senders: TypeAlias = Callable[..., Sender]


@pytest.fixture
async def sender() -> AsyncIterator[Senders]:
    made: list[Sender] = []

    def make(
        loopback: bool = True,
        resolve: Resolve | None = None,
        trust: ssl.SSLContext | None = None,
        seconds: float = 20.0,
    ) -> Sender:
        policy = WebhookPolicy(loopback)
        made.append(Sender(RealWorld(), policy, resolve or here, trust, seconds))
        return made[-1]

    yield make
    for one in made:
        await one.aclose()


async def here(host: str) -> Sequence[str]:
    """Every name leads to this machine."""
    return ["127.0.0.1"]


def hook(url: str) -> Hook:
    return Hook("h" * 26, About("a" * 26, url, ("your_turn",), None), (SECRET,), 1)


async def test_a_notice_arrives_signed(receiver: Receiver, sender: Senders) -> None:
    attempt = await sender().send(hook(receiver.url), NOTICE)
    assert (attempt.status, attempt.error) == (204, None)
    [got] = receiver.received
    assert got.path == "/hook?of=tests"
    assert got.headers["content-type"] == "application/json"
    assert Webhook(SECRET.text).verify(got.body, got.headers)["data"]["version"] == 17


async def test_the_name_is_asked_once_and_then_only_its_number_is_used(
    receiver: Receiver, sender: Senders
) -> None:
    asked: list[str] = []

    async def once(host: str) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    url = receiver.url.replace("127.0.0.1", "hooks.example")
    assert (await sender(resolve=once).send(hook(url), NOTICE)).status == 204
    assert asked == ["hooks.example"]
    assert receiver.received[0].headers["host"].startswith("hooks.example:")


async def test_a_name_that_leads_inside_by_now_is_not_followed(
    receiver: Receiver, sender: Senders
) -> None:
    for url in (receiver.url.replace("http:", "https:"), receiver.url):
        attempt = await sender(loopback=False).send(hook(url), NOTICE)
        assert attempt.status is None
        assert attempt.error is not None
    assert receiver.received == []


async def test_a_redirect_is_not_followed(receiver: Receiver, sender: Senders) -> None:
    with receiving() as inside:
        receiver.answers, receiver.location = [307], inside.url
        attempt = await sender().send(hook(receiver.url), NOTICE)
        assert (attempt.status, attempt.error) == (307, "Redirects are not followed.")
        assert inside.received == []
    assert len(receiver.received) == 1


async def test_a_receiver_without_a_response_times_out(receiver: Receiver, sender: Senders) -> None:
    receiver.go_on.clear()
    attempt = await sender(seconds=0.3).send(hook(receiver.url), NOTICE)
    assert attempt.status is None
    assert attempt.error is not None


async def test_nobody_listening_is_an_attempt_that_failed(sender: Senders) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    attempt = await sender().send(hook(f"http://127.0.0.1:{port}/"), NOTICE)
    assert attempt.status is None
    assert attempt.error is not None
    assert "ConnectError" in attempt.error


async def test_an_endless_answer_is_not_read(sender: Senders) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_babble, args=[listening])
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        attempt = await sender().send(hook(url), NOTICE)
        thread.join(20)
    assert attempt.status == 200


def _babble(listening: socket.socket) -> None:
    line, _ = listening.accept()
    with line:
        line.recv(65536)
        try:
            line.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while True:
                line.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")
        except OSError:
            return


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
async def test_a_certificate_must_be_that_of_the_name(tmp_path: Path, sender: Senders) -> None:
    certificate, key = tmp_path / "certificate", tmp_path / "key"
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=hooks.example -addext"
    name = "subjectAltName=DNS:hooks.example"
    command = ["openssl", *words.split(), name, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    trust = ssl.create_default_context(cafile=str(certificate))
    with receiving() as receiver:
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(certificate, key)
        assert receiver.server is not None
        receiver.server.socket = server.wrap_socket(receiver.server.socket, server_side=True)
        port = receiver.server.server_address[1]
        one = sender(trust=trust)
        good = await one.send(hook(f"https://hooks.example:{port}/"), NOTICE)
        assert (good.status, good.error) == (204, None)
        bad = await one.send(hook(f"https://other.example:{port}/"), NOTICE)
        assert bad.status is None
        assert bad.error is not None
        assert "certificate" in bad.error.lower()
    assert len(receiver.received) == 1
