"""The address of a store says which kind it is: one server, or a cluster of them."""

from application.store_url import names_cluster
from store.client.pipeline import AnyPipe, Pipe
from store.cluster.consumer_group import ClusterFeedGroup
from store.cluster.follower import ClusterFollower
from store.cluster.pipeline import ClusterPipe
from store.feeds.consumer_group import AnyFeedGroup, FeedGroup
from store.feeds.follower import Follower
from store.feeds.follower_base import AnyFollower


def pipe_to(url: str, budget: float | None = None) -> AnyPipe:
    return (ClusterPipe if names_cluster(url) else Pipe)(url, budget)


def follower_of(url: str) -> AnyFollower:
    return (ClusterFollower if names_cluster(url) else Follower)(url)


def feed_group(url: str, group: str, consumer: str, idle_ms: int = 15_000) -> AnyFeedGroup:
    kind = ClusterFeedGroup if names_cluster(url) else FeedGroup
    return kind(url, group, consumer, idle_ms)
