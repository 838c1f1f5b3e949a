"""A real cluster on ports of this machine, whose nodes tests kill, stop and reshard."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from redis import Redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot
from redis.exceptions import RedisError

from store.embedded.binary import find_binary
from store.embedded.server import EmbeddedServer
from tests.support.servers.no_process_left import lasting
from tests.support.servers.ports import BUS_OFFSET, cluster_port
from tests.support.servers.processes import until

MASTERS = 3
NODE_TIMEOUT_MS = 15_000  # on a busy machine a server is slow, not down


class Node:
    """One server; its data survive a kill."""

    def __init__(self, kind: str, directory: Path, **settings: str) -> None:
        """`settings` replace those below; `_` stands for `-` in a name."""
        self._binary = find_binary(kind)
        self._directory = directory
        self._settings = {name.replace("_", "-"): value for name, value in settings.items()}
        self.port = cluster_port()
        self._child: subprocess.Popen[bytes] | None = None
        self.asleep = False

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    @property
    def announced(self) -> tuple[int, int]:
        """Return the ports under which others know it: that for clients and that of the bus."""
        return self.port, self.port + BUS_OFFSET

    @property
    def redis(self) -> "Redis":
        return Redis(port=self.port, socket_timeout=20)

    @property
    def id(self) -> str:
        return str(self.ask("CLUSTER", "MYID").decode())

    def ask(self, *words: Any) -> Any:
        with self.redis as redis:
            return redis.execute_command(*words)

    def start(self) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)
        settings = {
            "port": self.port,
            "bind": "127.0.0.1",
            "dir": self._directory,
            "save": "",
            "appendonly": "yes",
            "appendfsync": "no",
            "cluster-enabled": "yes",
            "cluster-node-timeout": NODE_TIMEOUT_MS,
            "repl-diskless-sync-delay": 0,
            "cluster-require-full-coverage": "no",  # the other nodes go on
            "cluster-allow-replica-migration": "no",  # a master without slots stays a master
            **self._settings,
        }
        words = [str(word) for name, value in settings.items() for word in (f"--{name}", value)]
        with lasting():  # a test restarts the nodes of a cluster that others use afterwards
            self._child = subprocess.Popen(
                [str(self._binary), *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
            )
        until(self.answers)

    def answers(self) -> bool:
        assert self._child is not None
        assert self._child.poll() is None, "the server ended at once"
        try:
            return bool(self.ask("PING"))
        except (RedisError, OSError):
            return False

    def kill(self) -> None:
        """Kill the server at once; what it has written is on the disk."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None

    @property
    def alive(self) -> bool:
        return self._child is not None

    def restart_if_dead(self) -> None:
        if not self.alive:
            self.start()

    def sleep(self) -> None:
        self.asleep = True
        self._send(signal.SIGSTOP)

    def wake(self) -> None:
        self.asleep = False
        self._send(signal.SIGCONT)

    def _send(self, sign: signal.Signals) -> None:
        os.kill(self.pid, sign)


class Cluster:
    def __init__(self, kind: str, directory: Path) -> None:
        self.nodes = [Node(kind, directory / str(n)) for n in range(MASTERS + 1)]

    @property
    def masters(self) -> list[Node]:
        """Return the nodes that hold the slots, except for slots that tests have moved."""
        return self.nodes[:MASTERS]

    @property
    def spare(self) -> Node:
        """Return the node that holds no slot."""
        return self.nodes[MASTERS]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(
            f"127.0.0.1:{node.announced[0]}" for node in self.masters
        )

    def start(self) -> None:
        for node in self.nodes:
            node.start()
        share = REDIS_CLUSTER_HASH_SLOTS // MASTERS
        ends = [share * n for n in range(MASTERS)] + [REDIS_CLUSTER_HASH_SLOTS]
        for n, node in enumerate(self.nodes):
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", n + 1)
        for n, node in enumerate(self.masters):
            node.ask("CLUSTER", "ADDSLOTSRANGE", ends[n], ends[n + 1] - 1)
        for node in self.nodes:
            for other in self.nodes:
                node.ask("CLUSTER", "MEET", "127.0.0.1", *other.announced)
        until(self.whole)

    def whole(self) -> bool:
        """Tell whether all nodes know each other and none is considered down."""
        for node in self.nodes:
            told = str(node.ask("CLUSTER", "NODES"))
            if told.count("connected") != len(self.nodes) or "fail" in told or "handshake" in told:
                return False
            state = str(node.ask("CLUSTER", "INFO"))
            if "cluster_state:ok" not in state or "cluster_slots_ok:16384" not in state:
                return False
        return True

    def _anybody(self) -> Node:
        return next(node for node in self.nodes if node.alive)

    def owner(self, key: str, seen_by: Node | None = None) -> Node:
        """Return the master that holds a key, as this node believes."""
        slot, node = key_slot(key.encode()), seen_by or self._anybody()
        for first, last, [_, port, *_], *_ in node.ask("CLUSTER", "SLOTS"):
            if int(first) <= slot <= int(last):
                return next(node for node in self.nodes if node.announced[0] == int(port))
        raise LookupError(f"nobody holds slot {slot}")

    def move(self, key: str, to: Node) -> None:
        """Move the slot of this key, with all its keys, while others use it."""
        moving = Moving(self, key, to)
        moving.carry()
        moving.end()

    def assign(self, key: str, to: Node, *told: Node) -> None:
        """Give the slot of this key to a node without asking its owner, as a fail-over does."""
        for node in told:
            node.ask("CLUSTER", "SETSLOT", key_slot(key.encode()), "NODE", to.id)
        to.ask("CLUSTER", "BUMPEPOCH")

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()


class Moving:
    """The migration of one slot, step by step as `redis-cli --cluster reshard` does it."""

    def __init__(self, cluster: Cluster, key: str, to: Node) -> None:
        self._cluster, self._slot = cluster, key_slot(key.encode())
        self._from, self._to = cluster.owner(key), to
        to.ask("CLUSTER", "SETSLOT", self._slot, "IMPORTING", self._from.id)
        self._from.ask("CLUSTER", "SETSLOT", self._slot, "MIGRATING", to.id)

    def carry(self, most: int | None = None) -> None:
        """Move some of the keys, or all of them."""
        while most is None or most > 0:
            count = 100 if most is None else most
            keys = self._from.ask("CLUSTER", "GETKEYSINSLOT", self._slot, count)
            if not keys:
                return
            self.carry_these(*keys)
            most = None if most is None else most - len(keys)

    def carry_these(self, *keys: str | bytes) -> None:
        self._from.ask("MIGRATE", "127.0.0.1", self._to.port, "", 0, 20_000, "KEYS", *keys)

    def end(self) -> None:
        there = [self._to, self._from]
        rest = [node for node in self._cluster.nodes if node not in there]
        for node in [*there, *rest]:
            node.ask("CLUSTER", "SETSLOT", self._slot, "NODE", self._to.id)


@contextmanager
def clustered(kind: str, directory: Path) -> Iterator[Cluster]:
    cluster = Cluster(kind, directory)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


AnyServer: TypeAlias = EmbeddedServer | Cluster
CLUSTER = "cluster"  # the kind of server, beside those of one node
