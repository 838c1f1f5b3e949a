"""A real HAProxy with the configuration of `serve`: by table, below any prefix."""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from application.settings import Settings
from tests.support.network.local_site import QuietHandler, local_site
from tests.support.network.proxies import running
from tests.support.servers.ports import free_port
from tests.support.servers.processes import until
from workers.supervisor import proxy

pytestmark = pytest.mark.skipif(shutil.which("haproxy") is None, reason="HAProxy is missing")
TABLES = [f"{number:026}" for number in range(24)]


@contextmanager
def naming_itself(name: str) -> Iterator[int]:
    """Run a server that answers every request with its name; return its port."""

    class Handler(QuietHandler):
        def respond(self) -> None:
            self.answer(name.encode())

    with local_site(Handler) as port:
        yield port


@pytest.mark.parametrize("prefix", ["", "/games/ludo"])
def test_the_requests_of_a_table_reach_one_process(tmp_path: Path, prefix: str) -> None:
    settings = Settings(processes=2, prefix=prefix, port=free_port())
    base = f"http://127.0.0.1:{settings.port}{prefix}"
    file = tmp_path / "haproxy.cfg"
    with ExitStack() as stack:
        ports = [stack.enter_context(naming_itself(name)) for name in ("one", "two")]
        servers = [f"server api{n} 127.0.0.1:{port}" for n, port in enumerate(ports, 1)]
        file.write_text(proxy.configuration(settings, servers, 100))
        stack.enter_context(running(base, "haproxy", "-q", "-db", "-f", file))
        http = stack.enter_context(httpx.Client(base_url=base))
        until(lambda: http.get("/v1/tables/x").is_success)
        reached: dict[str, set[str]] = defaultdict(set)
        for table in TABLES * 2:
            for path in ("", "/actions", "/events/stream?after=3"):
                reached[table].add(http.get(f"/v1/tables/{table}{path}").text)
        assert {len(names) for names in reached.values()} == {1}
        assert set.union(*reached.values()) == {"one", "two"}
        assert {http.get("/v1/tables/stream").text for _ in range(4)} == {"one", "two"}
        assert http.get("/metrics").text in {"one", "two"}  # either knows those of both
