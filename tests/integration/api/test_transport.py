"""Litestar's own streams and files over real sockets: back-pressure, disconnects, lifespan, TLS."""

import asyncio
import hashlib
import shutil
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar, Request, get, post
from litestar.response import File, ServerSentEvent, Stream

from api.asgi.server import connections_of
from api.transport.server import Server
from application.settings import Settings
from tests.support.network.proxies import certificate
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PATIENCE, eventually

pytestmark = pytest.mark.anyio
PART = 64 * 1024 * b"x"
MANY = 400  # parts: more than the buffers of two sockets
LARGE = 3_000_000


@dataclass
class Site:
    """An application with a stream that counts what it was asked for."""

    folder: Path
    made: int = 0
    ended: list[str] = field(default_factory=list)

    async def parts(self) -> AsyncIterator[bytes]:
        try:
            for _ in range(MANY):
                self.made += 1
                yield PART
        finally:
            self.ended.append("stream")

    async def lifespan(self) -> AsyncIterator[None]:
        yield
        self.ended.append("lifespan")

    def application(self) -> Litestar:
        @get("/stream")
        async def stream() -> Stream:
            return Stream(self.parts())

        @get("/file")
        async def file() -> File:
            return File(self.folder / "large", filename="large")

        @get("/events")
        async def events() -> ServerSentEvent:
            return ServerSentEvent(str(number) for number in range(3))

        @get("/scheme")
        async def scheme(request: Request[Any, Any, Any]) -> str:
            return f"{request.url.scheme} {request.client.host if request.client else None}"

        @post("/digest", request_max_body_size=None)
        async def digest(request: Request[Any, Any, Any]) -> str:
            found = hashlib.sha256()
            async for part in request.stream():
                found.update(part)
            return found.hexdigest()

        return Litestar(
            [stream, file, events, scheme, digest, broken],
            lifespan=[lambda _: asynccontextmanager(self.lifespan)()],
            openapi_config=None,
            logging_config=None,
        )


@get("/broken")
async def broken() -> Stream:
    async def parts() -> AsyncIterator[bytes]:
        yield b"begun"
        raise ValueError("on purpose")

    return Stream(parts())


@asynccontextmanager
async def served(
    site: Site, address: Any = None, tls: ssl.SSLContext | None = None
) -> AsyncIterator[str]:
    """Serve the site until the block ends; its base URL."""
    port = free_port()
    connections = connections_of(site.application(), Settings())
    server = Server(connections, address or ("127.0.0.1", port), tls=tls)
    running = asyncio.create_task(server.serve())
    await eventually(lambda: server.started or running.done())
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{port}"
    finally:
        server.stop()
        async with asyncio.timeout(PATIENCE):
            await running


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


async def test_streams_files_and_events_arrive_whole(site: Site, tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(LARGE * b"y")
    async with served(site) as base, httpx.AsyncClient(base_url=base) as http:
        assert (await http.get("/file")).content == LARGE * b"y"
        assert (await http.head("/file")).status_code == 405
        streamed = await http.get("/stream")
        assert (len(streamed.content), site.made) == (MANY * len(PART), MANY)
        assert streamed.headers["transfer-encoding"] == "chunked"
        assert (await http.get("/events")).text.split() == [
            "data:",
            "0",
            "data:",
            "1",
            "data:",
            "2",
        ]
        assert "date" in streamed.headers
    assert site.ended == ["stream", "lifespan"]


async def test_a_client_of_http_1_0_gets_a_stream_without_chunks(site: Site) -> None:
    async with served(site) as base:
        answer = await _talk(base, b"GET /events HTTP/1.0\r\n\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"transfer-encoding" not in head
    assert body.split() == [b"data:", b"0", b"data:", b"1", b"data:", b"2"]


async def test_large_bodies_are_received_in_parts(site: Site) -> None:
    body = LARGE * b"z"
    async with served(site) as base, httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/digest", content=body, headers={"Expect": "100-continue"})
    assert answer.text == hashlib.sha256(body).hexdigest()


async def test_a_stream_waits_for_its_reader_and_ends_with_it(site: Site) -> None:
    async with served(site) as base:
        reader, writer = await _opened(base)
        writer.write(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        assert await reader.read(1) == b"H"
        made = -1
        while made != site.made:  # until nothing more is made
            made = site.made
            await asyncio.sleep(0.1)  # too short a wait can only stop the loop early
        assert site.made < MANY
        writer.transport.abort()
        await eventually(lambda: site.ended == ["stream"])


async def test_an_answer_that_fails_in_the_middle_is_cut(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(site) as base:
        answer = await _talk(base, 2 * b"GET /broken HTTP/1.1\r\nHost: x\r\n\r\n")
    assert answer.endswith(b"5\r\nbegun\r\n")
    assert answer.count(b"HTTP/1.1 200 ") == 1
    assert "on purpose" in caplog.text


async def test_a_unix_socket_has_no_client_and_is_open_to_others(
    site: Site, tmp_path: Path
) -> None:
    path = tmp_path / "s"
    async with served(site, path):
        transport = httpx.AsyncHTTPTransport(uds=str(path))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
            assert (await http.get("/scheme")).text == "http None"
        assert path.stat().st_mode & 0o777 == 0o666


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
async def test_tls_is_seen_by_the_application(site: Site, tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(tmp_path))
    async with (
        served(site, tls=context) as base,
        httpx.AsyncClient(base_url=base, verify=False) as http,
    ):
        assert (await http.get("/scheme")).text == "https 127.0.0.1"
        assert len((await http.get("/stream")).content) == MANY * len(PART)


async def test_an_application_that_cannot_start_ends_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails(app: Litestar) -> None:
        raise OSError("no store")

    app = Litestar([], on_startup=[fails], openapi_config=None, logging_config=None)
    server = Server(connections_of(app, Settings()), ("127.0.0.1", free_port()))
    with pytest.raises(SystemExit):
        await server.serve()
    assert "cannot start" in caplog.text


async def _opened(base: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", httpx.URL(base).port)


async def _talk(base: str, sent: bytes) -> bytes:
    reader, writer = await _opened(base)
    writer.write(sent)
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    return answer
