"""Unit tests need no process, no server and no network; whatever tries to use one fails."""

import socket
import subprocess
from typing import Any, NoReturn

import pytest


@pytest.fixture(autouse=True)
def no_process_and_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("a unit test starts no process and opens no connection")

    monkeypatch.setattr(subprocess, "Popen", forbidden)
    for name in ("bind", "connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, forbidden)
