"""A real server and its replica, which tests pause, and whose link they cut."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from redis.exceptions import ResponseError

from tests.support.servers.polling import until
from tests.support.stores.cluster import Node
from tests.support.stores.replicated_cluster import replication

ALONE = {"cluster_enabled": "no", "repl_ping_replica_period": "1"}


class ReplicatedPair:
    def __init__(self, kind: str, directory: Path) -> None:
        self.master = Node(kind, directory / "master", **ALONE)
        self.replica = Node(kind, directory / "replica", **ALONE)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.master.port}/0"

    def start(self) -> None:
        self.master.start()
        self.replica.start()
        self.join()

    def join(self) -> None:
        """Let the replica follow the master, and wait until it confirms writes."""
        self.replica.ask("REPLICAOF", "127.0.0.1", self.master.port)
        until(self.confirms)

    def part(self) -> None:
        """End replication."""
        self.replica.ask("REPLICAOF", "NO", "ONE")
        until(lambda: replication(self.master)["connected_slaves"] == 0)

    def confirms(self) -> bool:
        """Tell whether the replica confirms a write; it does not as soon as it is online."""
        with self.master.redis as redis, suppress(ResponseError):
            pipeline = redis.pipeline(transaction=False)
            return bool(pipeline.set("confirmed", 1, px=1000).wait(1, 200).execute()[1])
        return False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Pause the replica."""
        self.replica.sleep()
        try:
            yield
        finally:
            self.replica.wake()

    @contextmanager
    def demanding(self, replicas: int) -> Iterator[None]:
        """Let the master refuse writes unless it has so many replicas."""
        self.master.ask("CONFIG", "SET", "min-replicas-to-write", replicas)
        try:
            yield
        finally:
            self.master.ask("CONFIG", "SET", "min-replicas-to-write", 0)


@contextmanager
def replicated_pair(kind: str, directory: Path) -> Iterator[ReplicatedPair]:
    pair = ReplicatedPair(kind, directory)
    try:
        pair.start()
        yield pair
    finally:
        pair.replica.kill()
        pair.master.kill()
