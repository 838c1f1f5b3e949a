"""The embedded store of `serve`: directory locked, restarted if it dies, stopped last."""

import os

from application.settings import Settings
from store.embedded.server import CannotStart, EmbeddedServer
from workers.supervisor.lock import DirectoryInUse, DirectoryLock


class CannotServe(Exception):
    """`serve` cannot go on; the message says why, in one sentence."""


class EmbeddedStore:
    def __init__(self, settings: Settings) -> None:
        """Lock the data directory; nothing runs yet."""
        try:
            self.lock = DirectoryLock(settings.var)
        except DirectoryInUse as holder:
            raise CannotServe(
                f"Another `ludotheque serve` (pid {holder}) uses {settings.var}. "
                "Stop it, or set LUDOTHEQUE_VAR to another directory."
            ) from None
        except OSError as why:
            raise CannotServe(f"The data directory {settings.var} cannot be used: {why}.") from None
        self.lock.end_orphans()
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
            raise CannotServe(f"The store did not start: {why}.") from None

    def restart_if_dead(self) -> bool:
        """Restart the store if it has died; return whether it had."""
        if not self._is_dead():
            return False
        self._server.stop()
        self.start()
        return True

    def stop(self) -> None:
        self._server.stop()
        self.lock.release()

    def _is_dead(self) -> bool:
        pid = self._server.pid
        if pid is None:
            return True
        peek = os.WEXITED | os.WNOHANG | os.WNOWAIT  # the server reaps its own process
        return os.waitid(os.P_PID, pid, peek) is not None
