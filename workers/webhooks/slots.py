"""Attempts at once, shared fairly: one owner, one host, or addresses that fail take a part only."""

from collections import Counter
from typing import NamedTuple

AT_ONCE = 100
OF_OWNER = 4
OF_HOST = 16
DOUBTFUL = 50  # for webhooks that have failed last, or never answered yet


class Lane(NamedTuple):
    """Where an attempt goes, as far as it counts for the shares."""

    owner: str
    host: str
    doubtful: bool


class Slots:
    def __init__(
        self,
        at_once: int = AT_ONCE,
        of_owner: int = OF_OWNER,
        of_host: int = OF_HOST,
        doubtful: int = DOUBTFUL,
    ) -> None:
        self._most = {"all": at_once, "owner": of_owner, "host": of_host, "doubtful": doubtful}
        self._taken: Counter[tuple[str, str]] = Counter()

    @property
    def free(self) -> int:
        return self._most["all"] - self._taken["all", ""]

    def take(self, lane: Lane) -> bool:
        """Take a slot; return False if a share that it counts for is used up."""
        shares = _shares(lane)
        if any(self._taken[share] >= self._most[share[0]] for share in shares):
            return False
        self._taken.update(shares)
        return True

    def release(self, lane: Lane) -> None:
        self._taken.subtract(_shares(lane))
        for share in _shares(lane):
            if not self._taken[share]:
                del self._taken[share]


def _shares(lane: Lane) -> list[tuple[str, str]]:
    shares = [("all", ""), ("owner", lane.owner), ("host", lane.host)]
    return [*shares, ("doubtful", "")] if lane.doubtful else shares
