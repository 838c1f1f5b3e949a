"""The server of the reader, which the commands of most pages use: `make serve`."""

from collections.abc import Iterable
from pathlib import Path

from tests.support.documents.clone import environment, fresh_clone
from tests.support.documents.page_blocks import SERVER, Block
from tests.support.servers.serve_process import ServeProcess


class PageServer:
    """A server that is started when it is needed, with every setting that a page gives it."""

    def __init__(self, folder: Path, printed: Iterable[Block]) -> None:
        self._folder = folder
        self._settings = _settings(printed)
        self._running: ServeProcess | None = None

    def running(self) -> ServeProcess:
        """Return the server; start it if there is none."""
        if self._running is None:
            clone = fresh_clone(self._folder)
            env = environment(clone) | self._settings
            make = ("make", "serve")
            self._running = ServeProcess(clone / "var", env=env, command=make, cwd=clone).ready()
        return self._running

    def stop(self) -> None:
        """Kill it; a page that failed may have left it in any state."""
        if self._running is not None:
            self._running.kill_all()
            self._running = None


def _settings(printed: Iterable[Block]) -> dict[str, str]:
    """Return the settings of all servers that pages start, which must agree, but no port."""
    found: dict[str, str] = {}
    for block in printed:
        match = SERVER.fullmatch(block.text)
        for setting in match[1].split() if match else ():
            name, _, value = setting.partition("=")
            assert found.setdefault(name, value) == value, f"{block.place}: {setting}"
    found.pop("PORT", None)
    return found
