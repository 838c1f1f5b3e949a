"""The whole house on a cluster: tables live on every master, move, and outlive the death of one."""

import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from store.keyspace import events
from tests.support.cluster import Cluster, Node, clustered
from tests.support.person_among_bots import PersonAmongBots
from tests.support.polling import until
from tests.support.serve_process import Players, ServeProcess
from tests.support.store_servers import running

PATIENCE = 60.0
MOST_TABLES = 60


class House(NamedTuple):
    cluster: Cluster
    serve: ServeProcess


class Stubborn(Players):
    """They ask again while the store is away; what was sent twice counts once."""

    def _done(self, method: str, path: str, body: Any, seat: int | None = None) -> Any:
        headers = {"Idempotency-Key": secrets.token_hex(8)} if path.endswith("/commands") else {}
        headers |= {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.http.request(method, path, json=body, headers=headers)
            if answer.status_code != 503:
                assert answer.is_success, answer.text
                return answer.json()
            assert time.monotonic() < deadline, answer.text
            time.sleep(0.02)

    def hear(self) -> list[Any]:
        """What comes after all that is known, as soon as it comes."""
        query = {"after": self.version, "wait": 25}
        answer = self.http.get(f"/v1/tables/{self.table}/events", params=query, timeout=PATIENCE)
        assert answer.is_success, answer.text
        return list(answer.json()["events"])

    def head_at(self, version: int) -> str:
        return str(self._done("GET", f"/v1/tables/{self.table}?at={version}", None, 0)["head"])

    def refused(self) -> httpx.Response:
        command = {"type": "gumball_rally.play", "card": "R-rouge-4"}
        bearer = {"Authorization": f"Bearer {self.tokens[0]}"}
        return self.http.post(f"/v1/tables/{self.table}/commands", json=command, headers=bearer)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    with (
        clustered("valkey", folder / "cluster") as cluster,
        running("valkey", folder / "q") as queue,
    ):
        serve = ServeProcess(folder / "var", store=cluster.url, queue=queue.queue_url)
        try:
            yield House(cluster, serve.ready())
            assert serve.stop() == 0
            assert "Traceback" not in serve.said()
        finally:
            serve.kill_all()


@pytest.fixture(scope="module")
def tables(house: House) -> Iterator[dict[int, Stubborn]]:
    """One table on each master, by its port."""
    with ExitStack() as stack:
        found: dict[int, Stubborn] = {}
        for _ in range(MOST_TABLES):
            guests = stack.enter_context(closing(Stubborn(house.serve.url)))
            found.setdefault(home(house, guests).port, guests)
            if len(found) == len(house.cluster.masters):
                break
        yield found


def home(house: House, guests: Players) -> Node:
    return house.cluster.owner(events(guests.table))


def test_tables_on_every_master_are_played_heard_and_listed(
    house: House, tables: dict[int, Stubborn]
) -> None:
    assert set(tables) == {node.port for node in house.cluster.masters}
    for guests in tables.values():
        with ThreadPoolExecutor(1) as pool:
            heard = pool.submit(guests.hear)
            guests.play()
            assert heard.result()
        until(guests.listed)
    ready = httpx.get(f"{house.serve.url}/health/ready").json()
    assert (ready["status"], ready["store"], ready["durability"]) == ("ready", "valkey", "no")


def test_bots_answer_and_clocks_run(house: House) -> None:
    """Anne does nothing: she is timed out, and the three bots play before and after."""
    with closing(PersonAmongBots(house.serve.url, clock=2)) as anne:
        anne.wait(lambda: "table.timed_out" in anne.types())
        anne.wait(lambda: anne.types().count("gumball_rally.card_played") >= 4)


def test_a_table_moves_to_another_master_while_it_is_played(
    house: House, tables: dict[int, Stubborn]
) -> None:
    cluster, guests = house.cluster, next(iter(tables.values()))
    before = home(house, guests)
    after = next(node for node in cluster.masters if node is not before)
    with ThreadPoolExecutor(1) as pool:
        for to in (after, before, after, before):
            moving = pool.submit(cluster.move, events(guests.table), to)
            while not moving.done():
                guests.play()
            moving.result()
            guests.play()
            assert home(house, guests) is to
    assert {version: guests.head_at(version) for version in guests.heads} == guests.heads
    until(guests.listed)


def test_one_master_dies_and_comes_back(house: House, tables: dict[int, Stubborn]) -> None:
    accounts = house.cluster.owner("{acc}")
    port = next(port for port in tables if port != accounts.port)
    lost = tables[port]
    others = [guests for guests in tables.values() if guests is not lost]
    dead = next(node for node in house.cluster.nodes if node.port == port)
    dead.kill()
    refused = lost.refused()
    assert refused.status_code == 503
    assert refused.json()["type"] in ("/problems/store_unavailable", "/problems/outcome_unknown")
    for guests in others:
        guests.play()
        guests.play()
    assert lost.refused().json()["type"] == "/problems/store_unavailable"
    assert httpx.get(f"{house.serve.url}/health/ready").status_code == 200
    dead.start()
    all_goes_on(lost, *others)


def test_a_replica_takes_over_and_the_tables_go_on(
    house: House, tables: dict[int, Stubborn]
) -> None:
    cluster, guests = house.cluster, next(iter(tables.values()))
    master, replica = home(house, guests), cluster.spare
    replica.ask("CLUSTER", "REPLICATE", master.id)
    until(lambda: _replication(replica).get("master_link_status") == "up")
    guests.play()
    until(lambda: _written(replica) == _written(master))  # else answered commands may be lost
    master.kill()
    replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
    all_goes_on(*tables.values())
    until(lambda: home(house, guests) is replica)


def _replication(node: Node) -> Any:
    return node.ask("INFO", "replication")


def _written(node: Node) -> int:
    """How much of all that was ever written it has."""
    return int(_replication(node)["master_repl_offset"])


def all_goes_on(*people: Stubborn) -> None:
    """Whatever was acknowledged is there, and more can be played."""
    for guests in people:
        guests.play()
        until(guests.listed)
        assert {version: guests.head_at(version) for version in guests.heads} == guests.heads
