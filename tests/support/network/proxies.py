"""Real HAProxy and nginx processes in front of servers of a test."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.support.servers.processes import until

STOP_SECONDS = 10.0


@contextmanager
def running(url: str, *command: str | Path) -> Iterator[None]:
    """Run a proxy until the block ends; the block begins when it answers at this URL."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as child:
        try:
            until(lambda: child.poll() is not None or answers(url))
            assert child.poll() is None, f"{command[0]} ended with {child.returncode}"
            yield
        finally:
            child.terminate()
            child.wait(STOP_SECONDS)


def answers(url: str) -> bool:
    try:
        httpx.get(url, verify=False)
    except httpx.TransportError:
        return False
    return True


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for `games.example`; return its file and that of its key."""
    files = folder / "fullchain.pem", folder / "privkey.pem"
    words = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1")
    subject = ("-subj", "/CN=games.example", "-out", files[0], "-keyout", files[1])
    subprocess.run((*words, *subject), check=True, capture_output=True)
    return files
