"""The address of a store says which kind it is: one server, or a cluster of them."""

from eventlog.cluster.address import names_cluster
from eventlog.cluster.feed_group import ClusterFeedGroup
from eventlog.cluster.follower import ClusterFollower
from eventlog.cluster.pipe import ClusterPipe
from eventlog.feed_group import AnyFeedGroup, FeedGroup
from eventlog.follower import Follower
from eventlog.pipe import AnyPipe, Pipe
from eventlog.waiting import AnyFollower


def pipe_to(url: str, budget: float | None = None) -> AnyPipe:
    return (ClusterPipe if names_cluster(url) else Pipe)(url, budget)


def follower_of(url: str) -> AnyFollower:
    return (ClusterFollower if names_cluster(url) else Follower)(url)


def feed_group(url: str, group: str, consumer: str, idle_ms: int = 15_000) -> AnyFeedGroup:
    kind = ClusterFeedGroup if names_cluster(url) else FeedGroup
    return kind(url, group, consumer, idle_ms)
