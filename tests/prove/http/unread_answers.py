"""Hundreds of connections pipeline reads of the document and read nothing."""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.prove.proof import Proof, Show
from tests.support.network.raw_requests import SMALLEST_BUFFER, connect, resident_megabytes
from tests.support.servers.processes import serving
from tests.support.stores.servers import running

REQUESTS = 6 * b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
MOST_MEGABYTES = 64  # that the API process may grow


def attempt(count: int, show: Show) -> str:
    """Open `count` connections that read nothing, and compare the memory before and after."""
    directory = Path(tempfile.mkdtemp())
    with (
        running("valkey", directory / "store") as store,
        serving(store.url, directory) as api,
        ExitStack() as lines,
    ):
        assert httpx.get(f"{api.base}/schema/openapi.json").is_success
        before = resident_megabytes(api.pid)
        for _ in range(count):
            lines.enter_context(connect(api, SMALLEST_BUFFER)).sendall(REQUESTS)
        show(f"{count} connections wait")
        took = httpx.get(f"{api.base}/health/live").elapsed.total_seconds()
        grown = resident_megabytes(api.pid) - before
        assert grown < MOST_MEGABYTES, f"the process grew by {grown:.0f} MB"
    return (
        f"{count} connections × 6 unread documents: the process grew by {grown:.0f} MB,"
        f" and a GET beside them took {took:.2f} s"
    )


PROOF = Proof(
    claim="answers that nobody reads hold no memory",
    full=500,
    sample=30,
    attempt=attempt,
)
