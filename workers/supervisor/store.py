"""The store that `serve` brings along when none is named: claimed, watched, stopped last."""

import os

from application.worker_settings import Settings
from store.embedded.server import CannotStart, EmbeddedServer
from workers.supervisor.lock import Claim, Taken


class CannotServe(Exception):
    """Why there is nothing to serve, in one sentence for whoever started it."""


class OwnStore:
    def __init__(self, settings: Settings) -> None:
        """Claims the data directory; nothing runs yet."""
        try:
            self.claim = Claim(settings.var)
        except Taken as holder:
            raise CannotServe(
                f"Another `ludotheque serve` (pid {holder}) works on {settings.var}. "
                "Stop it, or set LUDOTHEQUE_VAR to another directory."
            ) from None
        except OSError as why:
            raise CannotServe(f"The data directory {settings.var} cannot be used: {why}.") from None
        self.claim.clear()
        self._server = EmbeddedServer(settings.store_directory, fsync=settings.fsync)

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def queue_url(self) -> str:
        return self._server.queue_url

    def start(self) -> None:
        try:
            self._server.start()
        except CannotStart as why:
            raise CannotServe(f"The store does not start: {why}.") from None

    def revive(self) -> bool:
        """Start it again if it has died; tells whether it had."""
        if not self._dead():
            return False
        self._server.stop()
        self.start()
        return True

    def stop(self) -> None:
        self._server.stop()
        self.claim.release()

    def _dead(self) -> bool:
        pid = self._server.pid
        if pid is None:
            return True
        peek = os.WEXITED | os.WNOHANG | os.WNOWAIT  # the server reaps its own process
        return os.waitid(os.P_PID, pid, peek) is not None
