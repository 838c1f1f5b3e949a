"""How the loops of this process do: its metrics show it."""

from collections import Counter


class LoopHealth:
    """Written by the runner of the loops and by the watch of their slices."""

    def __init__(self) -> None:
        self.running: dict[str, bool] = {}  # by loop; False while a failed one waits for its start
        self.failures: Counter[str] = Counter()  # by loop
        self.long_slices: Counter[str] = Counter()  # by loop; `api` and `gc` beside them


HEALTH = LoopHealth()
