"""`ludotheque serve` on a cluster: tables live on every master, move, and survive an outage."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx

from store.keyspace import events
from tests.support.person_among_bots import PersonAmongBots
from tests.support.polling import until
from tests.support.serve_on_cluster import (
    PersistentPlayers,
    ServeOnCluster,
    assert_all_go_on,
    home,
)


def test_tables_on_every_master_are_played_streamed_and_listed(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    assert set(by_port) == {node.port for node in on_cluster.cluster.masters}
    for players in by_port.values():
        with ThreadPoolExecutor(1) as pool:
            heard = pool.submit(players.hear)
            players.play()
            assert heard.result()
        until(players.listed)
    ready = httpx.get(f"{on_cluster.serve.url}/health/ready").json()
    assert (ready["status"], ready["store"], ready["durability"]) == ("ready", "valkey", "no")


def test_bots_answer_and_clocks_run(on_cluster: ServeOnCluster) -> None:
    """Anne does nothing: she is timed out, and the three bots play before and after."""
    with closing(PersonAmongBots(on_cluster.serve.url, clock=2)) as anne:
        anne.wait(lambda: "table.timed_out" in anne.types())
        anne.wait(lambda: anne.types().count("gumball_rally.card_played") >= 4)


def test_a_table_moves_to_another_master_while_it_is_played(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    cluster, players = on_cluster.cluster, next(iter(by_port.values()))
    before = home(on_cluster, players)
    after = next(node for node in cluster.masters if node is not before)
    with ThreadPoolExecutor(1) as pool:
        for to in (after, before, after, before):
            moving = pool.submit(cluster.move, events(players.table), to)
            while not moving.done():
                players.play()
            moving.result()
            players.play()
            assert home(on_cluster, players) is to
    assert {version: players.head_at(version) for version in players.heads} == players.heads
    until(players.listed)


def test_one_master_dies_and_comes_back(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    accounts = on_cluster.cluster.owner("{accounts}")
    port = next(port for port in by_port if port != accounts.port)
    lost = by_port[port]
    others = [players for players in by_port.values() if players is not lost]
    dead = next(node for node in on_cluster.cluster.nodes if node.port == port)
    dead.kill()
    refused = lost.refused()
    assert refused.status_code == 503
    assert refused.json()["type"] in ("/problems/store_unavailable", "/problems/outcome_unknown")
    for players in others:
        players.play()
        players.play()
    assert lost.refused().json()["type"] == "/problems/store_unavailable"
    assert httpx.get(f"{on_cluster.serve.url}/health/ready").status_code == 200
    dead.start()
    assert_all_go_on(lost, *others)


def test_players_go_on_while_the_master_of_the_accounts_is_away(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    accounts = on_cluster.cluster.owner("{accounts}")
    players = next(players for port, players in by_port.items() if port != accounts.port)
    bearer = {"Authorization": f"Bearer {players.tokens[0]}"}
    stranger = {"Authorization": f"Bearer {'x' * 43}"}
    players.play()
    accounts.kill()
    try:
        for _ in range(4):
            assert players.play_once().is_success
        for method, path in (
            ("DELETE", "/v1/players/me"),
            ("POST", "/v1/players/me/tokens/rotate"),
            ("GET", "/v1/admin/acts"),
        ):
            answer = players.http.request(method, path, headers=bearer, json={})
            assert answer.json()["type"] == "/problems/store_unavailable", (path, answer.text)
        path = f"/v1/tables/{players.table}/actions"
        assert players.http.get(path, headers=stranger).status_code == 503
    finally:
        accounts.start()
    assert_all_go_on(*by_port.values())
