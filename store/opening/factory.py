"""Opens clients and readers of feeds: its URL says whether a store is one server or a cluster."""

from application.store_url import names_cluster
from store.client.base import StoreClient
from store.client.pipeline import PipelinedClient
from store.cluster.client import ClusterClient
from store.cluster.follower import ClusterFollower
from store.cluster.tail import ClusterTail
from store.feeds.follower import RedisFollower
from store.feeds.follower_base import FollowerBase
from store.feeds.tail import RedisTail


def open_client(url: str, budget: float) -> StoreClient:
    return (ClusterClient if names_cluster(url) else PipelinedClient)(url, budget)


def open_follower(url: str, seconds: float) -> FollowerBase:
    return (ClusterFollower if names_cluster(url) else RedisFollower)(url, seconds)


def open_tail(url: str, seconds: float) -> RedisTail | ClusterTail:
    return (ClusterTail if names_cluster(url) else RedisTail)(url, seconds)
