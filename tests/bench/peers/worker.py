"""A peer in a process of its own that answers lines on its standard output."""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from application.ops.child_process import bound_to_parent


class Worker:
    def __init__(self, child: "subprocess.Popen[str]") -> None:
        self._child = child
        self.pid = child.pid

    def send(self, line: str) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(line + "\n")
        self._child.stdin.flush()

    def read(self) -> str:
        """Return the next line; raises if the process has ended."""
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise RuntimeError(f"a peer ended with code {self._child.wait()}")
        return line.strip()

    def ask(self, line: object) -> float:
        self.send(str(line))
        return float(self.read())


@contextmanager
def worker(command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> Iterator[Worker]:
    child = subprocess.Popen(
        bound_to_parent(*map(str, command)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
        start_new_session=True,
    )
    try:
        yield Worker(child)
    finally:
        child.kill()
        child.communicate()
