"""Read models and their rebuilds on a real store, as the composition root makes them."""

from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.client.pipeline import AnyPipe
from store.leaderboard import RedisLeaderboardStore
from store.log import RedisEventLog
from store.scan import FeedScan
from store.table_list import RedisTableListStore
from workers.rebuild.leaderboard import LeaderboardRebuild
from workers.rebuild.table_list import TableListRebuild
from workers.scrub import Scrub


def table_list_on(pipe: AnyPipe) -> TableList:
    return TableList(RedisTableListStore(pipe))


def leaderboard_fold_on(pipe: AnyPipe) -> LeaderboardFold:
    return LeaderboardFold(RedisLeaderboardStore(pipe), RedisEventLog(pipe))


def table_list_rebuild_on(pipe: AnyPipe) -> TableListRebuild:
    return TableListRebuild(RedisEventLog(pipe), FeedScan(pipe), table_list_on(pipe))


def leaderboard_rebuild_on(pipe: AnyPipe) -> LeaderboardRebuild:
    return LeaderboardRebuild(FeedScan(pipe), leaderboard_fold_on(pipe))


def scrub_on(pipe: AnyPipe, quick: bool = False) -> Scrub:
    return Scrub(RedisEventLog(pipe), FeedScan(pipe), quick)
