"""Read models and their rebuilds on a real store, as the composition root makes them."""

from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.client.base import StoreClient
from store.leaderboard import RedisLeaderboardStore
from store.log import RedisEventLog
from store.scan import FeedScan
from store.table_list import RedisTableListStore
from workers.rebuild.leaderboard import LeaderboardRebuild
from workers.rebuild.table_list import TableListRebuild
from workers.scrub import Scrub


def table_list_on(client: StoreClient) -> TableList:
    return TableList(RedisTableListStore(client))


def leaderboard_fold_on(client: StoreClient) -> LeaderboardFold:
    return LeaderboardFold(RedisLeaderboardStore(client), RedisEventLog(client))


def table_list_rebuild_on(client: StoreClient) -> TableListRebuild:
    return TableListRebuild(RedisEventLog(client), FeedScan(client), table_list_on(client))


def leaderboard_rebuild_on(client: StoreClient) -> LeaderboardRebuild:
    return LeaderboardRebuild(FeedScan(client), leaderboard_fold_on(client))


def scrub_on(client: StoreClient, quick: bool = False) -> Scrub:
    return Scrub(RedisEventLog(client), FeedScan(client), quick)
