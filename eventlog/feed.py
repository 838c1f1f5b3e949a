"""Who reads the feeds: one follower per process wakes waiters, one group feeds the projector."""

from eventlog.feed_group import FeedGroup, Taken
from eventlog.follower import Follower

__all__ = ["FeedGroup", "Follower", "Taken"]
