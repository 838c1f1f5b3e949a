"""`ludotheque serve` on a cluster, and players who try again while part of it is away."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from store.keyspace import events
from tests.support.servers.polling import PATIENCE, until
from tests.support.servers.serve_process import Players, ServeProcess
from tests.support.stores.relayed_cluster import RelayedCluster, RelayedNode, relayed_cluster
from tests.support.stores.servers import running


class ServeOnCluster(NamedTuple):
    """`ludotheque serve` with a cluster as its store, which it reaches through relays."""

    cluster: RelayedCluster
    serve: ServeProcess


class PersistentPlayers(Players):
    """Players who retry while the store is away; a command that is sent twice counts once."""

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

    def play_once(self) -> httpx.Response:
        """Return the only answer to a command of the player whose turn it is."""
        path = f"/v1/tables/{self.table}"
        for token in self.tokens:
            bearer = {"Authorization": f"Bearer {token}"}
            found = self.http.get(f"{path}/actions", headers=bearer)
            if not found.is_success or found.json()["actions"]:
                break
        if not found.is_success:
            return found
        move = found.json()["actions"][0]["command"]
        answer = self.http.post(f"{path}/commands", json=move, headers=bearer)
        if answer.is_success:
            self.version = answer.json()["version"]
            self.heads[self.version] = answer.json()["head"]
        return answer

    def hear(self) -> list[Any]:
        """Wait for the events after the last known version and return them."""
        query = {"after": self.version, "wait": 25}
        answer = self.http.get(f"/v1/tables/{self.table}/events", params=query, timeout=PATIENCE)
        assert answer.is_success, answer.text
        return list(answer.json()["events"])

    def head_at(self, version: int) -> str:
        return str(self._done("GET", f"/v1/tables/{self.table}?at={version}", None, 0)["head"])

    def refused(self) -> httpx.Response:
        return self.sent(
            {"type": "gumball_rally.play", "card": "R-rouge-4"}, 0, secrets.token_hex(8)
        )

    def sent(self, command: Any, seat: int, key: str) -> httpx.Response:
        """Send a command once, whatever comes back."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}", "Idempotency-Key": key}
        return self.http.post(f"/v1/tables/{self.table}/commands", json=command, headers=headers)

    def next_move(self) -> tuple[Any, int]:
        """Return a command that is possible now, and the seat that may send it."""
        for seat in range(3):
            answer = self._done("GET", f"/v1/tables/{self.table}/actions", None, seat)
            if answer["actions"]:
                return answer["actions"][0]["command"], seat
        raise LookupError("no seat has an action")


@contextmanager
def serving_on_cluster(folder: Path) -> Iterator[ServeOnCluster]:
    with (
        relayed_cluster("valkey", folder / "cluster") as cluster,
        running("valkey", folder / "q") as queue,
    ):
        env = {"LUDOTHEQUE_STORE_SECONDS": "3"}  # the masters of some tables are away for long
        serve = ServeProcess(folder / "var", store=cluster.url, queue=queue.queue_url, env=env)
        try:
            yield ServeOnCluster(cluster, serve.ready())
            assert serve.stop() == 0
            assert "Traceback" not in serve.output()
        finally:
            serve.kill_all()


def home(on_cluster: ServeOnCluster, players: Players) -> RelayedNode:
    return on_cluster.cluster.relayed_owner(events(players.table))


def assert_all_go_on(*tables: PersistentPlayers) -> None:
    """Fail unless every acknowledged command is stored and each table can be played on."""
    for players in tables:
        players.play()
        until(players.listed)
        assert {version: players.head_at(version) for version in players.heads} == players.heads
