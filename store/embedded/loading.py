"""Follows the start of a server: it may take as long as its loading makes progress."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class LoadingProgress:
    """How much of its files a server has loaded, in bytes."""

    loaded: int
    total: int

    @classmethod
    def from_info(cls, facts: Mapping[str, str]) -> "LoadingProgress | None":
        """Return the progress that INFO reports; None if nothing is being loaded."""
        if facts.get("loading") != "1":
            return None
        loaded, total = (int(facts.get(f"loading_{name}_bytes", 0)) for name in ("loaded", "total"))
        return cls(loaded, max(total, loaded))

    def __str__(self) -> str:
        share = 100 * self.loaded // self.total if self.total else 0
        return f"{share} % of {self.total / 1e6:.1f} MB"


class StartWatch:
    """Decides whether a start has stalled: nothing was loaded for a while."""

    def __init__(self, patience: float, now: float) -> None:
        self._patience = patience
        self._moved_at = now
        self.progress: LoadingProgress | None = None

    def note(self, progress: LoadingProgress | None, now: float) -> None:
        """Take in what the server reports; None if it reports nothing."""
        if progress is not None and progress != self.progress:
            self._moved_at = now
            self.progress = progress

    def has_stalled(self, now: float) -> bool:
        return now - self._moved_at > self._patience
