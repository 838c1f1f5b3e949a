"""A cluster is partitioned again and again while tables are played through the API.

Nothing half-written is left, every table goes on, and an acknowledged command is lost only if a
fail-over replaced the master that had it, within the bound that its settings promise.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from application.table_cache import TableCache
from application.world import RealWorld
from domain.fairness.chain import first_head, links
from store.client.factory import open_client
from store.connect import Store
from store.keyspace import FEEDS, events, partition
from store.keyspace import PARTITIONS as PARTS
from tests.prove.proof import Proof, Show
from tests.support.cluster_partitions import PARTITIONS, Partition
from tests.support.polling import until
from tests.support.processes import serving
from tests.support.recording_players import Acknowledged, RecordingPlayers
from tests.support.relayed_cluster import RelayedCluster, RelayedNode, relayed_cluster
from tests.support.store_servers import running
from workers.scrub.scrub import Scrub

TABLES = 4  # that are played at the same time
ELECTION = 4.0  # seconds that nodes need at most to agree on a new master
BUSY = 1.0  # seconds that all may be late on a busy machine
SHORT = 0.25  # of the partitions are healed before any node notices


class Mode(NamedTuple):
    """How the nodes are configured, and for how long a cut-off master may acknowledge in vain."""

    name: str
    node_timeout: float
    min_replicas: int
    bound: float  # seconds after the cut until a master stops that has lost the others

    @property
    def replaced(self) -> float:
        """Return the seconds until a master is replaced that still hears its replica.

        The replica confirms that it is there, so the master does not stop before.
        """
        return 1.5 * self.node_timeout + ELECTION


# A node is pinged at least twice in its timeout, so it is missed after one and a half of it. With
# `min-replicas-max-lag 1` a master counts whole seconds, and looks once per second.
PLAIN = Mode("node timeout", 1.5, 0, 1.5 * 1.5 + BUSY)
GUARDED = Mode("min-replicas-to-write", 6.0, 1, 3.0 + BUSY)
MODES = (PLAIN, GUARDED)


class Cut(NamedTuple):
    """One partition: when links were cut, and what lay behind them."""

    mode: Mode
    kind: Partition
    held: frozenset[int]  # the partitions of tables at the master
    began: float


class Trial:
    """A cluster whose links are cut, and players who use it through the API."""

    def __init__(self, cluster: RelayedCluster, players: list[RecordingPlayers]) -> None:
        self._cluster, self._players = cluster, players
        self._mode: Mode | None = None

    def configure(self, mode: Mode) -> None:
        if mode == self._mode:
            return
        self._mode = mode
        for node in self._cluster.nodes:
            node.ask("CONFIG", "SET", "cluster-node-timeout", int(1000 * mode.node_timeout))
            node.ask("CONFIG", "SET", "min-replicas-to-write", mode.min_replicas)
            node.ask("CONFIG", "SET", "min-replicas-max-lag", 1)

    def partition(self, mode: Mode, kind: Partition, rng: random.Random, lasts: bool) -> Cut:
        """Cut links, see what goes on meanwhile, heal them, and wait until all goes on."""
        self.configure(mode)
        cluster = self._cluster
        self._until_all_play()
        table = rng.choice([each.table for each in self._players if each.table] or ["any"])
        master = cluster.relayed_owner(events(table))
        replica = cluster.replica_of(master)
        held = frozenset(p for p in range(PARTS) if cluster.owner(FEEDS[p]) is master)
        began = time.monotonic()
        kind.cut(cluster, master, replica)
        try:
            if lasts:
                self._watch(kind, master, held, mode)
            else:
                time.sleep(rng.uniform(0.1, 0.6) * mode.node_timeout)
        finally:
            cluster.relays.heal()
        until(cluster.in_sync)
        self._until_all_play()
        return Cut(mode, kind, held, began)

    def _watch(
        self, kind: Partition, master: RelayedNode, held: frozenset[int], mode: Mode
    ) -> None:
        """Wait for what the partition must lead to while it lasts."""
        began, seen_by = time.monotonic(), self._cluster.others(master)[0]
        if kind.fails_over:
            feed = FEEDS[min(held)]
            until(lambda: self._cluster.owner(feed, seen_by) is not master)
            if not mode.min_replicas:
                self._until_all_play()  # the API follows, though it still reaches the old master
        if kind.refuses or (kind.fails_over and mode.min_replicas):  # no replica is left for it
            until(lambda: self._refused_since(began, held))
        time.sleep(max(0.0, began + mode.node_timeout - time.monotonic()))

    def _refused_since(self, moment: float, held: frozenset[int]) -> bool:
        """Tell whether players at these partitions got 503; each says when to come back."""
        found = [one for each in self._players for one in list(each.refused) if one.at > moment]
        assert all(one.retry_after for one in found), "503 without Retry-After"
        return any(one.table and partition(one.table) in held for one in found) or not any(
            each.table and partition(each.table) in held for each in self._players
        )

    def _until_all_play(self) -> None:
        """Wait until every table has been played on."""
        before = [len(each.acknowledged) for each in self._players]
        until(lambda: all(map(_has_played, self._players, before)))


def _has_played(players: RecordingPlayers, before: int) -> bool:
    assert players.failure is None, players.failure
    return len(players.acknowledged) > before


def attempt(count: int, show: Show) -> str:
    rng = random.Random(count)
    cuts: list[Cut] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(relayed_cluster("valkey", folder / "cluster", spares=3))
        queue = stack.enter_context(running("valkey", folder / "queue"))
        cluster.add_replicas()
        env = {"LUDOTHEQUE_QUEUE_URL": queue.queue_url}
        api = stack.enter_context(serving(cluster.url, folder / "api", **env))
        players = [RecordingPlayers(api.base) for _ in range(TABLES)]
        trial = Trial(cluster, players)
        for each in players:
            each.start()
        for n in range(count):
            kind = PARTITIONS[n % len(PARTITIONS)]
            mode = MODES[n // len(PARTITIONS) % len(MODES)]
            cuts.append(trial.partition(mode, kind, rng, lasts=n == 0 or rng.random() > SHORT))
            acknowledged = sum(len(each.acknowledged) for each in players)
            show(f"{n + 1}: {kind.name} ({mode.name}), {acknowledged} commands acknowledged")
        for each in players:
            each.end()
        found = [one for each in players for one in each.acknowledged]
        assert "Traceback" not in api.output, api.output
        lost = asyncio.run(_lost(cluster.url, queue.queue_url, found))
    return _figures(cuts, found, lost)


async def _lost(url: str, queue: str, acknowledged: list[Acknowledged]) -> list[Acknowledged]:
    """Return the commands that are not stored any more; fail if any table is not sound."""
    async with Store(url, queue, open_client(url, 20.0)) as store:
        scrub = Scrub(store.log, store.inspection, TableCache(store.log, RealWorld()))
        report = await scrub.run(len)
        assert report.sound, report
        chains: dict[str, list[str]] = {}
        for table in {one.table for one in acknowledged}:
            stored = await store.log.load(table)
            entries = () if stored is None else stored.entries
            seed = b"" if stored is None else stored.seed
            chains[table] = [each.hex() for each in links(first_head(table), seed, entries)]
        return [
            one
            for one in acknowledged
            if chains[one.table][one.version - 1 : one.version] != [one.head]
        ]


def _figures(cuts: list[Cut], acknowledged: list[Acknowledged], lost: list[Acknowledged]) -> str:
    assert acknowledged, "no command was acknowledged: nothing was proved"
    latest: dict[str, float] = {}
    numbers: Counter[str] = Counter()
    for one in lost:
        cut = _responsible(cuts, one)
        name = f"{cut.mode.name}, {cut.kind.name}"
        numbers[name] += 1
        latest[name] = max(latest.get(name, 0.0), one.at - cut.began)
    losses = "; ".join(
        f"{name}: {numbers[name]} lost, the last {latest[name]:.1f} s after the cut"
        for name in sorted(numbers)
    )
    return f"{len(cuts)} partitions, {len(acknowledged)} commands acknowledged; {losses}"


def _responsible(cuts: list[Cut], one: Acknowledged) -> Cut:
    """Return the last partition before a lost command; fail if that does not explain it."""
    before = [cut for cut in cuts if cut.began <= one.at and partition(one.table) in cut.held]
    assert before, f"{one} is lost, and its master was never cut off"
    cut = before[-1]
    assert cut.kind.may_lose, f"{cut.kind.name} lost {one}"
    bound = cut.mode.replaced if cut.kind.is_unheard else cut.mode.bound
    assert one.at - cut.began <= bound, f"{one.at - cut.began:.1f} s after {cut}"
    return cut


PROOF = Proof(
    claim="a partition loses no acknowledged command but those of a replaced master's last moments",
    full=50,
    sample=1,
    attempt=attempt,
)
