"""`ludotheque repair`: says what is damaged in the embedded store, and cuts it off on request."""

import time
from collections.abc import Callable
from pathlib import Path

from store.embedded.aof.check import CannotRepair, Plan, check, known_commands
from store.embedded.aof.cut_off import carry_out
from store.embedded.failure import CannotStart
from store.embedded.server import EmbeddedServer
from store.embedded.socket_probe import probe

WAIT_SECONDS = 10.0  # for `serve`, which may just try to start the store

Say = Callable[[str], None]


class NotRepaired(Exception):
    """The store was left as it is; the message says why."""


class AofRepair:
    """Holds the lock of the store's directory, so that no server starts meanwhile."""

    def __init__(self, directory: Path, wait: float = WAIT_SECONDS) -> None:
        """Raises NotRepaired if a server runs on the directory."""
        if not directory.is_dir():
            raise NotRepaired(f"There is no store in {directory}.")
        self.directory = directory
        self._server = EmbeddedServer(directory)
        self._take_lock(wait)

    def plan(self) -> Plan:
        """Return what is damaged; raises NotRepaired if nothing of it can be kept."""
        try:
            return check(self.directory, known_commands())
        except CannotRepair as why:
            raise NotRepaired(str(why)) from None

    def carry_out(self, plan: Plan) -> Path:
        """Cut off what is damaged and show that the store starts; return the folder of copies."""
        try:
            copies = carry_out(self.directory, plan)
        except OSError as why:
            raise NotRepaired(f"A file could not be copied or changed: {why}.") from None
        try:
            self._server.start()
        except CannotStart as why:
            raise NotRepaired(
                f"The store still does not start: {why}. The files as they were: {copies}"
            ) from None
        self._server.end()
        return copies

    def close(self) -> None:
        self._server.stop()

    def _take_lock(self, wait: float) -> None:
        deadline = time.monotonic() + wait
        while True:
            try:
                self._server.take_lock()
            except CannotStart:
                answer = probe(self._server.socket, "PING")
                if answer is not None or time.monotonic() > deadline:
                    raise NotRepaired(
                        f"A server runs on {self.directory}. Stop it first: repairing the files "
                        "of a running server would damage them."
                    ) from None
            else:
                return
            time.sleep(0.05)


def as_text(plan: Plan) -> str:
    """Return what was found, and what a repair would lose."""
    if not plan.damaged:
        return f"The files are sound: {plan.commands} commands after the last snapshot."
    lines = [f"Damaged: {plan.wrong}."]
    if plan.unfinished:
        lines.append("The last write is unfinished. It was never acknowledged.")
    lines.append(f"Kept:    {plan.commands} commands after the last snapshot.")
    lines.append(f"Lost:    {plan.lost_bytes} bytes; {plan.lost_commands} commands in them.")
    lines += [f"         {each.name} is dropped: it follows the damage." for each in plan.drop]
    return "\n".join(lines)
