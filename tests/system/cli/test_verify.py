"""`ludotheque verify` on a terminal, and with a bundle from a web address."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.documents.terminal import shown
from tests.support.histories.verifiers import verify_command
from tests.support.network.local_site import QuietHandler, local_site
from tests.support.tables.memory_table import bundle


def test_people_see_a_bar(tmp_path: Path) -> None:
    good = tmp_path / "history.ndjson"
    good.write_bytes(bundle())
    seen = shown("verify", str(good), "--json")
    assert b"Verifying" in seen
    assert b"100%" in seen


class Page(QuietHandler):
    protocol_version = "HTTP/1.1"

    def respond(self) -> None:
        self.close_connection = True
        if self.path == "/cut":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"1000\r\n" + bundle()[:99])
            return
        found = self.path == "/history"
        self.send_response(200 if found else 404)
        self.end_headers()
        if found:
            assert self.headers["Accept"] == "application/x-ndjson"
            self.wfile.write(bundle())


@pytest.fixture
def address() -> Iterator[str]:
    with local_site(Page) as port:
        yield f"http://127.0.0.1:{port}"


def test_a_bundle_is_fetched_from_its_address(address: str) -> None:
    assert verify_command(f"{address}/history").exit_code == 0
    said = verify_command(f"{address}/cut")
    assert (said.exit_code, said.output[:4]) == (1, "FAIL")
    said = verify_command(f"{address}/nowhere")
    assert said.exit_code == 1
    assert "404" in said.output


def test_an_address_that_nobody_listens_at_is_a_failure() -> None:
    said = verify_command("http://127.0.0.1:1/x")
    assert (said.exit_code, said.output[:4]) == (1, "FAIL")
