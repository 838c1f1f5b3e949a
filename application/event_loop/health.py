"""How the loops of this process do: its metrics show it."""

from collections import Counter, defaultdict


class LoopHealth:
    """Written by the runner of the loops and by the watch of their slices."""

    def __init__(self) -> None:
        self.running: dict[str, bool] = {}  # by loop; False while a failed one waits for its start
        self.failures: Counter[str] = Counter()  # by loop
        self.seconds: defaultdict[str, float] = defaultdict(float)  # of work, by loop and `api`
        self.long_slices: Counter[str] = Counter()  # by loop; `api` and `gc` beside them


HEALTH = LoopHealth()
