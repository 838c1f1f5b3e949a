"""A cluster is partitioned again and again while tables are played through the API.

Nothing half-written is left, every table goes on, and an acknowledged command is lost only if a
fail-over replaced the master that had it, within the bound that its settings promise.
"""

import asyncio
import random
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from application.table_cache import TableCache
from application.world import RealWorld
from store.connect import Store
from store.keyspace import FEEDS, events, partition
from store.keyspace import PARTITIONS as PARTS
from store.opening.factory import open_client
from tests.prove.cluster.partitions import MODES, PARTITIONS, Mode, Partition
from tests.prove.proof import Proof, Show
from tests.support.players.recording_players import Acknowledged, RecordingPlayers, lost
from tests.support.servers.processes import PATIENCE, serving, until
from tests.support.stores.relayed_cluster import RelayedCluster, RelayedNode, relayed_cluster
from tests.support.stores.servers import running
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.scrub import Scrub

TABLES = 4  # that are played at the same time
THINKING = 0.02  # seconds before each turn, so that the server is not all that is busy
SHORT = 0.25  # of the partitions are healed before any node notices


class Cut(NamedTuple):
    """One partition: when links were cut, and what lay behind them."""

    kind: Partition
    held: frozenset[int]  # the partitions of tables at the master
    began: float


class Trial:
    """A cluster whose links are cut, and players who use it through the API."""

    def __init__(
        self, cluster: RelayedCluster, mode: Mode, players: list[RecordingPlayers]
    ) -> None:
        self._cluster, self._mode, self._players = cluster, mode, players
        for node in cluster.nodes:
            for name, value in mode.settings.items():
                node.ask("CONFIG", "SET", name, value)

    def run(
        self, count: int, rng: random.Random, show: Show
    ) -> tuple[list[Cut], list[Acknowledged]]:
        """Partition the cluster so many times; return that, and what was acknowledged."""
        for each in self._players:
            each.start()
        cuts: list[Cut] = []
        for n in range(count):
            kind = PARTITIONS[n % len(PARTITIONS)]
            cuts.append(self._partition(kind, rng, lasts=n == 0 or rng.random() > SHORT))
            number = sum(len(each.acknowledged) for each in self._players)
            show(f"{self._mode.name}: {n + 1}: {kind.name}, {number} commands acknowledged")
        for each in self._players:
            each.end()
        return cuts, [one for each in self._players for one in each.acknowledged]

    def _partition(self, kind: Partition, rng: random.Random, lasts: bool) -> Cut:
        """Cut links, see what goes on meanwhile, heal them, and wait until all goes on."""
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
                self._watch(kind, master, held)
            else:
                time.sleep(rng.uniform(0.1, 0.6) * self._mode.node_timeout)
        finally:
            cluster.relays.heal()
        until(cluster.in_sync)
        self._until_all_play()
        return Cut(kind, held, began)

    def _watch(self, kind: Partition, master: RelayedNode, held: frozenset[int]) -> None:
        """Wait for what the partition must lead to while it lasts."""
        mode, began = self._mode, time.monotonic()
        seen_by = self._cluster.others(master)[0]
        if kind.fails_over:
            feed = FEEDS[min(held)]
            until(lambda: self._cluster.owner(feed, seen_by) is not master)
            if not mode.min_replicas:
                self._until_all_play()  # the API follows, though it still reaches the old master
        if kind.spares_others:
            others = [each for each in self._players if partition(each.table) not in held]
            self._until_play([each for each in others if each.table], or_end=True)
        if kind.refuses or (kind.fails_over and mode.min_replicas):  # no replica is left for it
            until(lambda: self._refused_since(began, held))
        time.sleep(max(0.0, began + mode.node_timeout - time.monotonic()))

    def _refused_since(self, moment: float, held: frozenset[int]) -> bool:
        """Tell whether players at these partitions got 503; each says when to come back."""
        found = [one for each in self._players for one in list(each.unavailable) if one.at > moment]
        assert all(one.retry_after for one in found), "503 without Retry-After"
        return any(one.table and partition(one.table) in held for one in found) or not any(
            each.table and partition(each.table) in held for each in self._players
        )

    def _until_all_play(self) -> None:
        self._until_play(self._players)

    def _until_play(self, players: list[RecordingPlayers], or_end: bool = False) -> None:
        """Wait until all have played on, or have ended their game and need another table."""
        before = [(len(each.acknowledged), each.table if or_end else None) for each in players]
        until(lambda: all(map(_has_played, players, before)))


def _has_played(players: RecordingPlayers, before: tuple[int, str | None]) -> bool:
    count, table = before
    assert players.failure is None, players.failure
    return len(players.acknowledged) > count or table not in (None, players.table)


def attempt(count: int, show: Show) -> str:
    rng = random.Random(count)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(relayed_cluster("valkey", folder / "cluster", spares=3))
        queue = stack.enter_context(running("valkey", folder / "queue"))
        cluster.add_replicas()
        env = {"LUDOTHEQUE_QUEUE_URL": queue.queue_url}
        results = []
        for n, mode in enumerate(MODES[:count]):
            share = count // len(MODES) + (n < count % len(MODES))
            with serving(cluster.url, folder / "api", **env, **mode.env) as api:
                trial = Trial(
                    cluster, mode, [RecordingPlayers(api.base, THINKING) for _ in range(TABLES)]
                )
                cuts, acknowledged = trial.run(share, rng, show)
                assert "Traceback" not in api.output, api.output
            undone = asyncio.run(_lost(cluster.url, queue.queue_url, acknowledged))
            results.append(_figures(mode, cuts, acknowledged, undone))
    return "; ".join(results)


async def _lost(url: str, queue: str, acknowledged: list[Acknowledged]) -> list[Acknowledged]:
    """Return the commands that are not stored any more; fail if any table is not sound."""
    async with Store(url, PATIENCE, queue, open_client(url, 20.0)) as store:
        scrub = Scrub(store.log, Inspection(store.client), TableCache(store.log, RealWorld()))
        report = await scrub.run(len)
        assert report.sound, report
        return await lost(store.log, acknowledged)


def _figures(
    mode: Mode, cuts: list[Cut], acknowledged: list[Acknowledged], undone: list[Acknowledged]
) -> str:
    assert acknowledged, "no command was acknowledged: nothing was proved"
    latest: dict[str, float] = {}
    for one in undone:
        cut = _responsible(mode, cuts, one)
        latest[cut.kind.name] = max(latest.get(cut.kind.name, 0.0), one.at - cut.began)
    ends = ", ".join(f"{latest[name]:.1f} s after the cut ({name})" for name in sorted(latest))
    return (
        f"{mode.name}: {len(cuts)} partitions, {len(acknowledged)} commands acknowledged,"
        f" {len(undone)} lost" + (f", the last {ends}" if undone else "")
    )


def _responsible(mode: Mode, cuts: list[Cut], one: Acknowledged) -> Cut:
    """Return the last partition before a lost command; fail if that does not explain it."""
    before = [cut for cut in cuts if cut.began <= one.at and partition(one.table) in cut.held]
    assert before, f"{one} is lost, and its master was never cut off"
    cut = before[-1]
    assert cut.kind.may_lose, f"{cut.kind.name} lost {one}"
    bound = mode.bound_unheard if cut.kind.is_unheard else mode.bound
    assert one.at - cut.began <= bound, f"{one.at - cut.began:.1f} s after {cut}"
    return cut


PROOF = Proof(
    claim="a partition loses no acknowledged command but those of a replaced master's last moments",
    full=60,
    sample=1,
    attempt=attempt,
)
