"""Opens clients and readers of feeds: its URL says whether a store is one server or a cluster."""

from application.store_url import names_cluster
from store.client.base import StoreClient
from store.client.pipeline import PipelinedClient
from store.cluster.client import ClusterClient
from store.cluster.consumer_group import ClusterConsumerGroup
from store.cluster.follower import ClusterFollower
from store.feeds.consumer_group import IDLE_MS, ConsumerGroupBase, RedisConsumerGroup
from store.feeds.follower import RedisFollower
from store.feeds.follower_base import FollowerBase


def open_client(url: str, budget: float | None = None) -> StoreClient:
    return (ClusterClient if names_cluster(url) else PipelinedClient)(url, budget)


def open_follower(url: str) -> FollowerBase:
    return (ClusterFollower if names_cluster(url) else RedisFollower)(url)


def open_consumer_group(
    url: str, group: str, consumer: str, idle_ms: int = IDLE_MS
) -> ConsumerGroupBase:
    kind = ClusterConsumerGroup if names_cluster(url) else RedisConsumerGroup
    return kind(url, group, consumer, idle_ms)
