"""The archive of a test: tables that are processed by all workers, and then archived at once."""

from pathlib import Path

from application.ports.archive import ArchivePlace
from application.table_cache import TableCache
from application.world import RealWorld
from domain.kernel.ids import TableId
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.client.base import StoreClient
from store.connect import Store
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.table_list import RedisTableListStore
from store.opening.factory import open_client
from store.public_log.identity import open_identity
from store.tables.log import RedisEventLog
from store.tables.table_registry import RegistryScan
from tests.support.histories.public_log import writer_on
from tests.support.servers.processes import PATIENCE
from tests.support.stores.feed_reading import catch_up, unleased
from workers.archivist import ArchivePolicy, Archivist, Sources
from workers.composition.projector import feed_loop
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.rebuild.leaderboard import LeaderboardRebuild
from workers.upkeep.rebuild.table_list import TableListRebuild
from workers.upkeep.scrub.fix import FixingScrub
from workers.upkeep.scrub.scrub import Scrub

AT_ONCE = ArchivePolicy(after_ms=0, wait_ms=0, feed_ms=-60_000, tables=1_000)


def place_in(folder: Path) -> ArchivePlace:
    return ArchivePlace(str(folder / "archive"), str(folder / "archive.sqlite"))


class Archiving:
    """A store with an archive, and the workers that a table needs before it is archived."""

    def __init__(
        self,
        url: str,
        folder: Path,
        place: ArchivePlace | None = None,
        seconds: float = PATIENCE,
    ) -> None:
        """`seconds` is how long the store may take to reply on a busy machine."""
        self.place = place or place_in(folder)
        self.store = Store(url, PATIENCE, client=open_client(url, seconds), archive=self.place)
        self.tables = TableCache(self.store.log, RealWorld())
        keys = open_identity(folder / "log" / "keys", None).signers
        self._log_writer = writer_on(self.store.client, folder / "log", keys=keys, seconds=0.001)
        self._loop = feed_loop(self.store, unleased)

    def fold(self) -> LeaderboardFold:
        return LeaderboardFold(self.store.leaderboard, self.store.log)

    def archivist(self, policy: ArchivePolicy = AT_ONCE) -> Archivist:
        store = self.store
        sources = Sources(store.scan, store.log, store.leaderboard, store.log_queue)
        writer = store.archive_writer()
        return Archivist("test", writer, store.feed_trim, sources, RealWorld(), policy, 0.0)

    async def settle(self) -> None:
        """Let every worker process what is there."""
        await catch_up(self._loop)
        while (await self.store.log_queue.waiting()).items:
            await self._log_writer.step()

    async def archive(self, policy: ArchivePolicy = AT_ONCE) -> int:
        """Archive every closed table; return how many have left the store."""
        await self.settle()
        return await self.archivist(policy).archive()

    def scrub(self, quick: bool = False) -> Scrub:
        store = self.store
        tables = TableCache(store.log, RealWorld())
        return Scrub(store.log, Inspection(store.client), tables, quick, store.archive)

    def table_list_rebuild(self) -> TableListRebuild:
        store = self.store
        listed = TableList(store.table_list, store.log)
        put_row = DerivedKeys(store.client).put_row
        return TableListRebuild(store.log, store.scan, listed, store.archive, put_row=put_row)

    def leaderboard_rebuild(self) -> LeaderboardRebuild:
        return LeaderboardRebuild(self.store.scan, self.fold())

    def repair(self) -> FixingScrub:
        assert self.store.archive is not None
        rebuilds = {
            "archive": self.store.archive.rebuild,
            "table_list": self.table_list_rebuild().run,
            "leaderboard": self.leaderboard_rebuild().run,
        }
        return FixingScrub(self.scrub, DerivedKeys(self.store.client), rebuilds, self.store.archive)

    async def is_live(self, table: TableId) -> bool:
        return await Inspection(self.store.client).exists(table)

    def segments(self) -> list[Path]:
        return sorted((Path(self.place.url) / "segments").iterdir())

    async def aclose(self) -> None:
        await self.store.aclose()


# Read models and their rebuilds on a real store, as the composition root makes them.


def table_list_on(client: StoreClient) -> TableList:
    return TableList(RedisTableListStore(client), RedisEventLog(client))


def leaderboard_fold_on(client: StoreClient) -> LeaderboardFold:
    return LeaderboardFold(RedisLeaderboardStore(client), RedisEventLog(client))


def table_list_rebuild_on(client: StoreClient) -> TableListRebuild:
    put_row = DerivedKeys(client).put_row
    return TableListRebuild(
        RedisEventLog(client), RegistryScan(client), table_list_on(client), put_row=put_row
    )


def leaderboard_rebuild_on(client: StoreClient) -> LeaderboardRebuild:
    return LeaderboardRebuild(RegistryScan(client), leaderboard_fold_on(client))


def scrub_on(client: StoreClient, quick: bool = False) -> Scrub:
    log = RedisEventLog(client)
    return Scrub(log, Inspection(client), TableCache(log, RealWorld()), quick)


def repair_on(client: StoreClient) -> FixingScrub:
    rebuilds = {
        "table_list": table_list_rebuild_on(client).run,
        "leaderboard": leaderboard_rebuild_on(client).run,
    }
    return FixingScrub(lambda: scrub_on(client), DerivedKeys(client), rebuilds)
