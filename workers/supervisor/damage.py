"""Looks at files that the store cannot load, beside the supervisor, which goes on meanwhile."""

import threading
from pathlib import Path

from store.embedded.aof.check import CannotRepair, check
from store.embedded.aof.cut_off import cut_unfinished
from store.embedded.failure import CannotStart
from store.embedded.server import lock_directory


class DamageCheck:
    """Cuts off an unfinished last write by itself; of all else it says what would be lost."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.mended = False
        self.found = ""
        self._thread = threading.Thread(target=self._run, name="damage", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            with lock_directory(self._directory):
                self._look()
        except (CannotRepair, CannotStart, OSError) as why:
            self.found = str(why)

    def _look(self) -> None:
        from store.embedded.aof.check import known_commands  # it needs a client, others do not

        plan = check(self._directory, known_commands())
        if plan.unfinished:
            tail = cut_unfinished(self._directory, plan)
            self.mended = True
            self.found = (
                f"its last write was unfinished and never acknowledged; {plan.lost_bytes} bytes "
                f"were cut off and kept in {tail}"
            )
        elif plan.damaged:
            self.found = (
                f"{plan.wrong}. To cut off {plan.lost_bytes} bytes with {plan.lost_commands} "
                f"commands: `ludotheque repair --var {self._directory.parent}`"
            )
        else:
            self.found = "no damage was found in its files"
