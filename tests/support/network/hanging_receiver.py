"""A server that accepts connections and never answers."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread


class Tarpit:
    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=500)
        self.callers: list[socket.socket] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def run(self) -> None:
        while True:
            try:
                caller, _ = self._listening.accept()
            except OSError:
                return
            self.callers.append(caller)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for caller in self.callers:
            caller.close()


@contextmanager
def tarpit() -> Iterator[Tarpit]:
    server = Tarpit()
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()
