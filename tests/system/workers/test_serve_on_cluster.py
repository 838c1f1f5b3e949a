"""`ludotheque serve` on a cluster: tables live on every master, move, and survive an outage."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx

from application.reading_loop import TRUSTED_SECONDS
from store.keyspace import events
from tests.support.network.relays import CLIENTS
from tests.support.players.person_among_bots import PersonAmongBots
from tests.support.servers.polling import until
from tests.support.servers.serve_on_cluster import (
    PersistentPlayers,
    ServeOnCluster,
    assert_all_go_on,
    home,
)

UNANSWERED = ("/problems/store_unavailable", "/problems/outcome_unknown")
SLOW = 0.2  # seconds; less than LUDOTHEQUE_STORE_SECONDS allows for one reply


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
    lost, others = _away_from_accounts(on_cluster, by_port)
    dead = home(on_cluster, lost)
    dead.kill()
    refused = lost.refused()
    assert refused.status_code == 503
    assert refused.json()["type"] in UNANSWERED
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


def test_the_server_is_ready_while_the_master_of_the_administration_is_away(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    away = on_cluster.cluster.owner("{administration}")
    players = next(players for port, players in by_port.items() if port != away.port)
    away.kill()
    try:
        assert players.play_once().is_success
        time.sleep(TRUSTED_SECONDS)  # what was read before no longer counts as new
        assert players.play_once().is_success
        assert httpx.get(f"{on_cluster.serve.url}/health/ready").status_code == 200
    finally:
        away.start()
    assert_all_go_on(*by_port.values())


def test_one_master_cannot_be_reached_and_the_others_go_on(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    """The cluster itself is whole: only the API and the workers are cut off from one master."""
    lost, others = _away_from_accounts(on_cluster, by_port)
    on_cluster.cluster.cut_from_clients(home(on_cluster, lost))
    try:
        for _ in range(2):
            refused = lost.refused()
            assert refused.status_code == 503, refused.text
            assert int(refused.headers["Retry-After"]) >= 1
        assert refused.json()["type"] == "/problems/store_unavailable"
        for players in others:
            players.play()
        assert httpx.get(f"{on_cluster.serve.url}/health/ready").status_code == 200
    finally:
        on_cluster.cluster.relays.heal()
    assert_all_go_on(lost, *others)


def test_a_command_counts_once_though_the_replies_of_its_master_are_lost(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    players, others = _away_from_accounts(on_cluster, by_port)
    players.play()
    (move, seat), relays = players.next_move(), on_cluster.cluster.relays
    relays.cut_one_way([home(on_cluster, players).place], [CLIENTS])
    try:
        unknown = players.sent(move, seat, "once")
        assert unknown.status_code == 503, unknown.text
        assert unknown.json()["type"] in UNANSWERED
        for other in others:
            other.play()
    finally:
        relays.heal()
    first = until(lambda: (answer := players.sent(move, seat, "once")).is_success and answer.json())
    assert players.sent(move, seat, "once").json()["version"] == first["version"]
    assert players.sees()["version"] == first["version"]
    assert_all_go_on(players, *others)


def test_a_master_that_answers_slowly_is_waited_for(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> None:
    slow, others = _away_from_accounts(on_cluster, by_port)
    on_cluster.cluster.relays.slow_down(home(on_cluster, slow).place, [CLIENTS], SLOW)
    try:
        (move, seat) = slow.next_move()
        answer = slow.sent(move, seat, "slowly")
        assert answer.is_success, answer.text
        assert answer.elapsed.total_seconds() >= SLOW
        for players in others:
            players.play()
    finally:
        on_cluster.cluster.relays.heal()
    assert_all_go_on(slow, *others)


def _away_from_accounts(
    on_cluster: ServeOnCluster, by_port: dict[int, PersistentPlayers]
) -> tuple[PersistentPlayers, list[PersistentPlayers]]:
    """Return the players at a master that does not hold the accounts, and all others."""
    accounts = on_cluster.cluster.owner("{accounts}")
    chosen = next(by_port[port] for port in by_port if port != accounts.port)
    return chosen, [players for players in by_port.values() if players is not chosen]
