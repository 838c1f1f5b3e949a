"""A server on a cluster: tables live on every master, move, and survive an outage."""

import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from application.lib.reading_loop import TRUSTED_SECONDS
from openapi.play.table import Turn, first
from store.keyspace import events
from tests.support.network.relays import CLIENTS
from tests.support.network.retrying_transport import PATIENT
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import until
from tests.support.servers.serve_process import ServeProcess
from tests.support.servers.served_cluster import (
    ServedCluster,
    assert_all_go_on,
    assert_all_stored,
    home,
)
from tests.support.tables.http_table import HttpTable, table_at

UNANSWERED = ("/problems/store_unavailable", "/problems/outcome_unknown")
IMPOSSIBLE = {"type": "gumball_rally.play", "card": "R-red-4"}
SLOW = 0.2  # seconds; less than LUDOTHEQUE_STORE_SECONDS allows for one reply


@pytest.fixture
def once(on_cluster: ServedCluster) -> Iterator[httpx.Client]:
    """A client that sends each request once."""
    with calling(on_cluster.api.base) as http:
        yield http


def refusal(table: HttpTable, once: httpx.Client) -> httpx.Response:
    """Return the only answer to a command that nobody can send now."""
    headers = {"Idempotency-Key": secrets.token_hex(8)}
    return table.send(table.host.at(once), IMPOSSIBLE, headers=headers)


def sent(table: HttpTable, once: httpx.Client, turn: Turn) -> httpx.Response:
    """Return the only answer to the first command of a turn; its key is always the same."""
    caller = table.people[turn.player].at(once)
    return table.send(caller, first(turn), headers={"Idempotency-Key": "once"})


def test_tables_on_every_master_are_played_streamed_and_listed(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable]
) -> None:
    assert set(by_port) == {node.port for node in on_cluster.cluster.masters}
    for table in by_port.values():
        with ThreadPoolExecutor(1) as pool:
            query = {"after": table.version, "wait": 25}
            events_after = pool.submit(table.host.get, f"{table.path}/events", params=query)
            table.step()
            assert events_after.result().json()["events"]
        until(table.is_listed)
    ready = httpx.get(f"{on_cluster.api.base}/health/ready").json()
    assert (ready["status"], ready["store"], ready["durability"]) == ("ready", "valkey", "no")


def test_serve_starts_on_a_cluster_and_leaves_it_running(
    on_cluster: ServedCluster, tmp_path: Path
) -> None:
    store, queue = on_cluster.cluster.url, on_cluster.queue_url
    serve = ServeProcess(tmp_path / "var", store=store, queue=queue)
    try:
        with table_at(serve.ready().url, PATIENT) as table:
            assert_all_go_on(table)
        assert serve.stop() == 0
        assert "Traceback" not in serve.output()
    finally:
        serve.kill_all()
    assert httpx.get(f"{on_cluster.api.base}/health/ready").status_code == 200


def test_bots_answer_and_clocks_run(on_cluster: ServedCluster) -> None:
    """The person does nothing: she is timed out, and the bots play before and after."""
    bots = ("random", "greedy", "greedy")
    with table_at(on_cluster.api.base, PATIENT, seats=4, bots=bots, clock=2) as table:
        until(lambda: "table.timed_out" in table.types())
        until(lambda: table.types().count("gumball_rally.card_played") >= 4)


def test_a_table_moves_to_another_master_while_it_is_played(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable]
) -> None:
    cluster, table = on_cluster.cluster, next(iter(by_port.values()))
    before = home(on_cluster, table)
    after = next(node for node in cluster.masters if node is not before)
    with ThreadPoolExecutor(1) as pool:
        for to in (after, before, after, before):
            moving = pool.submit(cluster.move, events(table.id), to)
            while not moving.done():
                table.step()
            moving.result()
            table.step()
            assert home(on_cluster, table) is to
    assert_all_stored(table)
    until(table.is_listed)


def test_one_master_dies_and_comes_back(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable], once: httpx.Client
) -> None:
    lost, others = _away_from_accounts(on_cluster, by_port)
    dead = home(on_cluster, lost)
    dead.kill()
    refused = refusal(lost, once)
    assert refused.status_code == 503
    assert refused.json()["type"] in UNANSWERED
    for table in others:
        table.step()
        table.step()
    assert refusal(lost, once).json()["type"] == "/problems/store_unavailable"
    assert httpx.get(f"{on_cluster.api.base}/health/ready").status_code == 200
    dead.start()
    assert_all_go_on(lost, *others)


def test_players_go_on_while_the_master_of_the_accounts_is_away(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable], once: httpx.Client
) -> None:
    accounts = on_cluster.cluster.owner("{accounts}")
    table = next(table for port, table in by_port.items() if port != accounts.port)
    table, stranger = table.at(once), Caller(once, "x" * 43)
    table.step()
    accounts.kill()
    try:
        for _ in range(4):
            table.step()
        for method, path in (
            ("DELETE", "/v1/players/me"),
            ("POST", "/v1/players/me/tokens/rotate"),
            ("GET", "/v1/admin/acts"),
        ):
            answer = table.host.ask(method, path, json={})
            assert answer.json()["type"] == "/problems/store_unavailable", (path, answer.text)
        assert stranger.get(f"{table.path}/actions").status_code == 503
    finally:
        accounts.start()
    assert_all_go_on(*by_port.values())


def test_the_server_is_ready_while_the_master_of_the_administration_is_away(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable], once: httpx.Client
) -> None:
    away = on_cluster.cluster.owner("{administration}")
    table = next(table for port, table in by_port.items() if port != away.port).at(once)
    away.kill()
    try:
        table.step()
        time.sleep(TRUSTED_SECONDS)  # what was read before no longer counts as new
        table.step()
        assert httpx.get(f"{on_cluster.api.base}/health/ready").status_code == 200
    finally:
        away.start()
    assert_all_go_on(*by_port.values())


def test_one_master_cannot_be_reached_and_the_others_go_on(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable], once: httpx.Client
) -> None:
    """The cluster itself is whole: only the API and the workers are cut off from one master."""
    lost, others = _away_from_accounts(on_cluster, by_port)
    on_cluster.cluster.cut_from_clients(home(on_cluster, lost))
    try:
        for _ in range(2):
            refused = refusal(lost, once)
            assert refused.status_code == 503, refused.text
            assert int(refused.headers["Retry-After"]) >= 1
        assert refused.json()["type"] == "/problems/store_unavailable"
        for table in others:
            table.step()
        assert httpx.get(f"{on_cluster.api.base}/health/ready").status_code == 200
    finally:
        on_cluster.cluster.relays.heal()
    assert_all_go_on(lost, *others)


def test_a_command_counts_once_though_the_replies_of_its_master_are_lost(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable], once: httpx.Client
) -> None:
    table, others = _away_from_accounts(on_cluster, by_port)
    table.step()
    turn, relays = table.turn(), on_cluster.cluster.relays
    assert turn is not None
    relays.cut_one_way([home(on_cluster, table).place], [CLIENTS])
    try:
        unknown = sent(table, once, turn)
        assert unknown.status_code == 503, unknown.text
        assert unknown.json()["type"] in UNANSWERED
        for other in others:
            other.step()
    finally:
        relays.heal()
    answered = until(lambda: (answer := sent(table, once, turn)).is_success and answer.json())
    assert sent(table, once, turn).json()["version"] == answered["version"]
    assert table.seen()["version"] == answered["version"]
    assert_all_go_on(table, *others)


def test_a_master_that_answers_slowly_is_waited_for(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable], once: httpx.Client
) -> None:
    slow, others = _away_from_accounts(on_cluster, by_port)
    on_cluster.cluster.relays.slow_down(home(on_cluster, slow).place, [CLIENTS], SLOW)
    try:
        turn = slow.turn()
        assert turn is not None
        answer = sent(slow, once, turn)
        assert answer.is_success, answer.text
        assert answer.elapsed.total_seconds() >= SLOW
        for table in others:
            table.step()
    finally:
        on_cluster.cluster.relays.heal()
    assert_all_go_on(slow, *others)


def _away_from_accounts(
    on_cluster: ServedCluster, by_port: dict[int, HttpTable]
) -> tuple[HttpTable, list[HttpTable]]:
    """Return the players at a master that does not hold the accounts, and all others."""
    accounts = on_cluster.cluster.owner("{accounts}")
    chosen = next(by_port[port] for port in by_port if port != accounts.port)
    return chosen, [table for table in by_port.values() if table is not chosen]
