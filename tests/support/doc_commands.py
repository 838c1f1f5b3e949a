"""The commands of a page, run as printed: its `sh` blocks are one script, in order.

A block marked `sh node` belongs to it where `make tools` was run, `sh redis` where redis-server
and redis-cli are installed; other kinds of blocks are for the eye. Pages run in a folder of their
own that looks like a checkout, so that what they write does not land in ours.
"""

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from shutil import which

from redis import Redis, RedisError

from tests.support.cluster import cluster_port
from tests.support.npm import BIN
from tests.support.paths import ROOT
from tests.support.ports import free_port

PRINTED_BASE = "http://127.0.0.1:8000"
PRINTED_SPARE_PORT = "8001"  # of a second server that a page starts and stops itself
PRINTED_STORE_PORTS = ("7000", "7001", "7002", "7003")  # of stores, likewise
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.M | re.S)
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}  # it is all here already
AT_HAND = {
    "": True,
    "node": BIN.exists(),
    "redis": bool(which("redis-server") and which("redis-cli")),
}
UNSHARED = {".git", ".venv", "build", "var"}


def commands(markdown: str) -> list[str]:
    """The blocks that can be run here."""
    return [
        text
        for language, needs, text in BLOCK.findall(markdown)
        if language == "sh" and AT_HAND[needs]
    ]


def checkout(folder: Path) -> Path:
    for entry in ROOT.iterdir():
        if entry.name not in UNSHARED:
            (folder / entry.name).symlink_to(entry)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def run(script: str, folder: Path, base: str, var: Path, **env: str) -> str:
    """Everything it says, in order; the first command that fails ends it."""
    printed = script.replace(PRINTED_BASE, base).replace(PRINTED_SPARE_PORT, str(free_port()))
    stores = {port: cluster_port() for port in PRINTED_STORE_PORTS if port in script}
    for port, free in stores.items():
        printed = printed.replace(port, str(free))
    try:
        return _typed(printed, folder, var, env)
    finally:
        for free in stores.values():
            shut_down(free)


def shut_down(port: int) -> None:
    """A store that a page has started, should it have failed before it could stop it."""
    with suppress(RedisError), Redis(port=port) as redis:
        redis.execute_command("SHUTDOWN", "NOSAVE")


def _typed(printed: str, folder: Path, var: Path, env: dict[str, str]) -> str:
    kept = {name: value for name, value in os.environ.items() if "LUDOTHEQUE" not in name}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"set -euo pipefail\n{printed}"],
        cwd=folder,
        env={**kept, **OFFLINE, "PATH": path, "LUDOTHEQUE_VAR": str(var), **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
