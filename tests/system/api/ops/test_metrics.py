"""Metrics are bounded, however often they are read, and can have an address of their own."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem, check_documented
from tests.support.players.callers import calling
from tests.support.servers.ports import free_port
from tests.support.servers.processes import Api, serving

BATCHES = re.compile(r"^ludotheque_store_batches (\S+)$", re.MULTILINE)


def test_metrics_on_another_address_are_not_public(store: EmbeddedServer, tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    with (
        serving(store.url, tmp_path, LUDOTHEQUE_METRICS_ADDRESS=address) as api,
        calling(api.base, check_documented) as http,
    ):
        assert_problem(http.get("/metrics"), 404, "not_found")
        http.get("/v1/games")
        shown = httpx.get(f"http://{address}/metrics")
        assert shown.status_code == 200
        assert shown.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        assert 'route="/v1/games"' in shown.text
        for path in ("/", "/v1/games", "/metrics/x"):
            assert httpx.get(f"http://{address}{path}").status_code == 404
        assert httpx.post(f"http://{address}/metrics").status_code == 404
        api.stop()
        assert api.errors == ""


def test_an_address_that_is_taken_is_reported(store: EmbeddedServer, tmp_path: Path) -> None:
    with serving(store.url, tmp_path) as first:
        second = Api(store.url, tmp_path, LUDOTHEQUE_METRICS_ADDRESS=f"127.0.0.1:{first.port}")
        with pytest.raises(RuntimeError, match="address already in use"):
            second.start()
        second.stop()


def test_many_readers_cost_the_store_no_more_than_one(
    store: EmbeddedServer, tmp_path: Path
) -> None:
    with serving(store.url, tmp_path) as api, calling(api.base) as http:

        def batches() -> float:
            found = BATCHES.search(http.get("/metrics").text)
            assert found is not None
            return float(found[1])

        before = batches()
        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda _: http.get("/metrics"), range(400)))
        assert {answer.status_code for answer in answers} == {200}
        assert batches() - before < 400


def test_callers_cannot_make_new_labels(store: EmbeddedServer, tmp_path: Path) -> None:
    with serving(store.url, tmp_path) as api, calling(api.base) as http:
        series = len(http.get("/metrics").text.splitlines())
        for n in range(200):
            http.request(f"VERB{n}", f"/v1/unknown{n}?x={n}")
            http.get(f"/v1/tables/{n}", headers={"Authorization": f"Bearer {n}"})
        assert len(http.get("/metrics").text.splitlines()) < series + 60
