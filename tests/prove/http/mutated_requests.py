"""Bytes that are nearly HTTP/1.1: we read no other requests from them than uvicorn or HAProxy."""

import asyncio
import contextlib
import json
import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import h11
import uvicorn
from uvicorn.server import ServerState

from api.asgi.server import connections_of
from api.transport.connection import Connection
from api.transport.server import Listener
from application.settings import Settings
from tests.prove.http.mutations import in_packets, mutated_stream
from tests.prove.proof import Proof, Show
from tests.support.network.http_connection import RecordingTransport
from tests.support.network.raw_requests import statuses
from tests.support.servers.ports import free_port
from tests.support.servers.processes import PATIENCE

QUIET_TURNS = 12  # of the loop, in which nothing happens: then nothing more will
FEW_TURNS = 3  # between two packets
END_SECONDS = 5.0
EMPTY_LINE = re.compile(rb"(?:\A|\r\n\r\n|\})[\r\n]+[A-Z]+ ")  # before a request
HAPROXY = shutil.which("haproxy")
CONFIGURATION = """global
    tune.bufsize 65536
defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
frontend public
    bind 127.0.0.1:{port}
    default_backend behind
backend behind
    http-reuse always
    server ours unix@{path}
"""


@dataclass
class Echo:
    """An application that sends each request back, and remembers those that were complete."""

    seen: list[tuple[str, ...]] = field(default_factory=list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message["body"], message["more_body"]
        request = (scope["method"], scope["path"], scope["query_string"].hex(), body.hex())
        self.seen.append(request)
        answer = json.dumps(request).encode()
        headers = [(b"content-length", b"%d" % len(answer))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})


def ours(echo: Echo) -> Any:
    return Connection(connections_of(echo, Settings()))


def of_uvicorn(name: Any) -> Callable[[Echo], Any]:
    def made(echo: Echo) -> Any:
        config = uvicorn.Config(echo, http=name, ws="none", log_config=None, log_level="critical")
        config.load()
        kind: Any = config.http_protocol_class
        loop = asyncio.get_running_loop()
        return kind(config=config, server_state=ServerState(), app_state={}, _loop=loop)

    return made


async def heard(make: Callable[[Echo], Any], packets: list[bytes]) -> tuple[list[Any], bytes]:
    """Return the requests that a server reads from these packets, and what it answers."""
    echo, transport = Echo(), RecordingTransport()
    protocol = make(echo)
    protocol.connection_made(transport)
    for packet in packets:
        if not transport.closed:
            try:
                protocol.data_received(packet)
            except h11.LocalProtocolError:
                transport.close()  # uvicorn with h11 fails at its own answer to a bad HEAD
        await _quiet(echo, transport, FEW_TURNS)
    await _quiet(echo, transport, QUIET_TURNS)
    protocol.connection_lost(None)
    await _quiet(echo, transport, FEW_TURNS)
    return echo.seen, b"".join(transport.written)


async def _quiet(echo: Echo, transport: RecordingTransport, least: int) -> None:
    before, turns = (-1, -1), 0
    while turns < least:
        await asyncio.sleep(0)
        now = len(echo.seen), len(transport.written)
        before, turns = now, turns + 1 if now == before else 0


async def compare(number: int, server: Callable[[Echo], Any] = ours) -> tuple[list[Any], int]:
    """Read one stream with three servers; return our requests, and how many h11 has refused.

    h11 leaves the target of a request as it is, so only methods and bodies are compared with it.
    """
    stream = mutated_stream(number)
    packets = in_packets(stream, number)
    said = f"stream {number}: {stream!r}"
    mine, answer = await heard(server, packets)
    whole, _ = await heard(server, [stream])
    assert mine == whole, f"packets change what is read of {said}"
    assert 500 not in statuses(answer), f"an internal error at {said}"
    assert statuses(answer).count(200) == len(mine), f"{answer!r} at {said}"
    # Uvicorn does not answer what came in one packet with something invalid.
    single = [stream[at : at + 1] for at in range(len(stream))]
    same, _ = await heard(of_uvicorn("httptools"), single)
    if b"pgrade" not in stream:  # uvicorn does not read what follows an offer
        assert mine == same[: len(mine)], f"uvicorn with httptools reads {same}, we {mine}, {said}"
    other, _ = await heard(of_uvicorn("h11"), single)
    both = min(len(mine), len(other))
    bounds = [[(request[0], request[3]) for request in read[:both]] for read in (mine, other)]
    assert bounds[0] == bounds[1], f"uvicorn with h11 reads {other}, we {mine}, {said}"
    if len(mine) > both:  # RFC 9112, 2.2: an empty line before a request is ignored; h11 does not
        assert EMPTY_LINE.search(stream), f"uvicorn with h11 reads {other}, we {mine}, {said}"
    return mine, len(mine) - both


class Proxied:
    """Our server behind HAProxy, which uses a connection for the requests of several clients."""

    def __init__(self, port: int, echo: Echo) -> None:
        self._port = port
        self._echo = echo

    async def check(self, number: int, direct: list[Any]) -> None:
        """Send a stream and then another request; each answer must be that of its request."""
        self._echo.seen = []
        stream = mutated_stream(number)
        said = f"stream {number} behind HAProxy: {stream!r}"
        answer = await self.talk(stream)
        seen = self._echo.seen
        assert 500 not in statuses(answer), f"an internal error at {said}"
        echoes = [json.dumps(each).encode() for each in seen if each[0] != "HEAD"]
        at = 0
        for echo in echoes[:-1]:  # the client may have been refused during the last one
            at = answer.find(echo, at)
            assert at >= 0, f"{answer!r} has another order than {seen} at {said}"
        both = min(len(seen), len(direct))
        assert seen[:both] == direct[:both], f"HAProxy reads {seen}, we {direct}, {said}"
        own = f"/after-{number}"
        canary = f"GET {own} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
        answer = await self.talk(canary)
        assert statuses(answer) == [200], f"{answer!r} after {said}"
        assert own.encode() in answer, f"{answer!r} after {said}"

    async def talk(self, stream: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(stream)
        writer.write_eof()
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        writer.close()
        return answer


@contextlib.asynccontextmanager
async def proxied() -> AsyncIterator[Proxied]:
    """Run HAProxy before our server until the block ends."""
    echo, port = Echo(), free_port()
    listener = Listener(connections_of(echo, Settings(idle_seconds=300)))
    with tempfile.TemporaryDirectory() as folder:
        path, file = Path(folder, "s"), Path(folder, "haproxy.cfg")
        file.write_text(CONFIGURATION.format(port=port, path=path))
        await listener.open(path)
        program = await asyncio.create_subprocess_exec(str(HAPROXY), "-q", "-db", "-f", str(file))
        try:
            async with asyncio.timeout(PATIENCE):
                while not await _listens(port):
                    await asyncio.sleep(0.05)
            yield Proxied(port, echo)
        finally:
            program.kill()
            await program.wait()
            await listener.close(END_SECONDS)


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def _compare_all(count: int, show: Show) -> str:
    read = refused_by_h11 = 0
    async with proxied() if HAPROXY else contextlib.nullcontext() as proxy:
        for number in range(count):
            direct, more = await compare(number)
            read, refused_by_h11 = read + len(direct), refused_by_h11 + more
            if proxy is not None:
                await proxy.check(number, direct)
            if number % 500 == 499:
                show(f"{number + 1} streams")
    behind = "and behind HAProxy" if HAPROXY else "HAProxy is not installed"
    return (
        f"{count} streams, {read} requests in them, {behind};"
        f" uvicorn with h11 refuses {refused_by_h11} of them"
    )


def attempt(count: int, show: Show) -> str:
    return asyncio.run(_compare_all(count, show))


PROOF = Proof(
    claim="no mutated stream is read with more requests, or other ones, than by uvicorn or HAProxy",
    full=5_000,
    sample=100,
    attempt=attempt,
)
