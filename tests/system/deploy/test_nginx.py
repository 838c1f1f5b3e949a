"""A real nginx with the sample site in front of an API below a path prefix."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.network.proxies import certificate, running
from tests.support.paths import ROOT
from tests.support.servers.ports import free_port
from tests.support.servers.processes import serving
from tests.support.stores.servers import running as store_running

pytestmark = pytest.mark.skipif(
    shutil.which("nginx") is None or shutil.which("openssl") is None, reason="nginx is missing"
)
PREFIX = "/ludo"


def site(folder: Path, port: int, upstream: int) -> Path:
    """Write the sample with the changes that its comment describes, for ports of this test."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    for path in certificate(folder):
        text = text.replace(f"/etc/letsencrypt/live/games.example/{path.name}", str(path))
    for old, new in (
        ("location = /metrics {", f"location = {PREFIX}/metrics {{"),
        ("location / {", f"location {PREFIX} {{"),
        ("127.0.0.1:8000", f"127.0.0.1:{upstream}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("    listen 80;\n    listen [::]:80;\n", f"    listen 127.0.0.1:{free_port()};\n"),
    ):
        assert old in text
        text = text.replace(old, new)
    file = folder / "nginx.conf"
    folders = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file.write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{folders}{text}\n}}\n"
    )
    return file


@pytest.fixture
def public(tmp_path: Path) -> Iterator[httpx.Client]:
    """A client of nginx, which passes on to an API below the prefix."""
    trusting = {"LUDOTHEQUE_PREFIX": PREFIX, "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1"}
    with (
        store_running("valkey", tmp_path / "store") as store,
        serving(store.url, tmp_path / "api", **trusting) as api,
    ):
        port = free_port()
        base, file = f"https://127.0.0.1:{port}", site(tmp_path, port, api.port)
        with (
            running(base, "nginx", "-e", "stderr", "-c", file),
            httpx.Client(base_url=base, verify=False) as http,
        ):
            yield http


def test_the_page_the_api_and_streams_work_behind_nginx(public: httpx.Client) -> None:
    host = {"Host": "games.example"}
    page = public.get("/ludo/docs/writing-a-client", headers=host)
    assert "https://games.example/ludo" in page.text
    assert public.get("/ludo/").json()["links"]["games"] == "/ludo/v1/games"
    assert public.get("/elsewhere").status_code == 404  # of nginx: this host may have other pages
    assert "problem" not in public.get("/v1/games").headers["Content-Type"]
    assert public.get("/ludo/metrics").headers["Content-Type"] == "text/html"

    made = public.post("/ludo/v1/players", json={"name": "Anne"})
    public.headers["Authorization"] = f"Bearer {made.json()['token']}"
    opened = public.post("/ludo/v1/tables", json={"game": "gumball_rally"})
    ticket = public.post(f"{opened.headers['Location']}/tickets").json()
    with public.stream("GET", ticket["stream"], params={"max_seconds": 20}) as stream:
        lines = stream.iter_lines()
        told = next(line for line in lines if line.startswith("data:"))
        assert json.loads(told[5:])["version"] == opened.json()["version"]
        assert public.post(f"{opened.headers['Location']}/seats", json={}).status_code == 201
        assert next(line for line in lines if "seat_taken" in line)  # before the stream ends
