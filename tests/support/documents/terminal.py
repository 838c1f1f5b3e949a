"""What a program writes to a terminal."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

from tests.support.paths import ROOT


def shown(*words: str, program: Sequence[str] = ("-m", "workers"), **env: str) -> bytes:
    """Run a program that must succeed and return what it writes to the terminal as stderr."""
    ours, theirs = os.openpty()
    command = [sys.executable, *program, *words]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=theirs, cwd=ROOT, env=os.environ | env
    ) as child:
        os.close(theirs)
        seen = b"".join(_written(ours))
    os.close(ours)
    assert child.returncode == 0
    return seen


def _written(terminal: int) -> Iterator[bytes]:
    """Yield everything until the other side is closed."""
    with suppress(OSError):
        while chunk := os.read(terminal, 4096):
            yield chunk
