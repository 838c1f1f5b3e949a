"""Read models and their rebuilds on a real store, as the composition root makes them."""

from application.table_cache import TableCache
from application.world import RealWorld
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.client.base import StoreClient
from store.lists.leaderboard import RedisLeaderboardStore
from store.lists.table_list import RedisTableListStore
from store.tables.log import RedisEventLog
from store.tables.table_registry import RegistryScan
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.rebuild.leaderboard import LeaderboardRebuild
from workers.upkeep.rebuild.table_list import TableListRebuild
from workers.upkeep.scrub.fix import FixingScrub
from workers.upkeep.scrub.scrub import Scrub


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
