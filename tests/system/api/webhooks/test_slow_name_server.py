"""A name server that does not answer delays nobody but the caller that named it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem
from tests.support.network.name_server import SILENT, naming
from tests.support.players.callers import calling, new_player
from tests.support.servers.processes import serving

CALLS = 6


def test_checks_of_addresses_are_bounded_for_each_player(
    store: EmbeddedServer, directory: Path
) -> None:
    hosts = [f"n{n}.example.org" for n in range(CALLS)]
    names = {**dict.fromkeys(hosts, SILENT), "good.example.org": ["93.184.216.34"]}
    with naming(names) as server:
        env = {"LUDOTHEQUE_WEBHOOKS_DNS": f"127.0.0.1:{server.address[1]}"}
        with serving(store.url, directory, **env) as api, calling(api.base) as http:
            anne, bob = new_player(http, "Anne"), new_player(http, "Bob")
            with ThreadPoolExecutor(CALLS) as threads:
                asked = [
                    threads.submit(anne.post, "/v1/webhooks", {"url": f"https://{host}/"})
                    for host in hosts
                ]
                good = bob.post("/v1/webhooks", {"url": "https://good.example.org/"})
                answers = [each.result() for each in asked]
    assert good.status_code == 201
    refused = [answer for answer in answers if answer.status_code == 409]
    too_many = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) + len(too_many) == CALLS
    assert len(refused) >= 2
    assert too_many
    for answer in refused:
        assert_problem(answer, 409, "address_refused")
    for answer in too_many:
        assert_problem(answer, 429, "too_many_requests")
        assert answer.headers["retry-after"]
