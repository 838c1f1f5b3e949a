"""The commands that a documentation page prints, run as they are printed.

The `sh` blocks of a page are one script. A block marked `sh node` is run where `make tools` was
run, `sh redis` where redis-server and redis-cli are installed; other blocks are not run. Pages run
in a folder of their own that looks like a checkout, so that their files do not end up in ours.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from api.pages.documentation.pages import page
from tests.support.documents.npm import BIN
from tests.support.paths import ROOT
from tests.support.servers import process_tree
from tests.support.servers.polling import PROGRAM_SECONDS
from tests.support.servers.ports import cluster_port, free_port
from tests.support.servers.serve_process import ServeProcess

PRINTED_BASE = "http://127.0.0.1:8000"
PRINTED_SPARE_PORT = "8001"  # of a second server that a page starts and stops itself
PRINTED_STORE_PORTS = ("7000", "7001", "7002", "7003")  # of stores, likewise
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.M | re.S)
# Everything is installed already.
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
INSTALLED = {
    "": True,
    "node": BIN.exists(),
    "redis": bool(which("redis-server") and which("redis-cli")),
}
needs_shell = pytest.mark.skipif(
    not (which("curl") and which("bash")), reason="the pages use bash and curl"
)
UNSHARED = {".git", ".venv", "build", "var"}


def commands(markdown: str) -> list[str]:
    """Return the blocks of a page that can be run on this machine."""
    return [
        text
        for language, needs, text in BLOCK.findall(markdown)
        if language == "sh" and INSTALLED[needs]
    ]


def checkout(folder: Path) -> Path:
    """Make a folder look like a checkout of this repository."""
    for entry in ROOT.iterdir():
        if entry.name not in UNSHARED:
            (folder / entry.name).symlink_to(entry)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def run_page(name: str, server: ServeProcess, folder: Path) -> str:
    """Run the commands of a page against a server and return their output."""
    return run("\n".join(commands(page(name))), checkout(folder), server.url, server.var)


def run(
    script: str, folder: Path, base: str, var: Path, spare_port: int | None = None, **env: str
) -> str:
    """Run a script and return its output; the first command that fails ends it."""
    spare = str(spare_port or free_port())
    printed = script.replace(PRINTED_BASE, base).replace(PRINTED_SPARE_PORT, spare)
    stores = {port: cluster_port() for port in PRINTED_STORE_PORTS if port in script}
    for port, free in stores.items():
        printed = printed.replace(port, str(free))
    return _executed(printed, folder, var, env)


def _executed(printed: str, folder: Path, var: Path, env: dict[str, str]) -> str:
    """Run a script in bash; whatever it leaves running is killed."""
    kept = {name: value for name, value in os.environ.items() if "LUDOTHEQUE" not in name}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    bash = ("bash", "-c", f"set -euo pipefail\n{printed}")
    with subprocess.Popen(
        [sys.executable, "-I", "-S", process_tree.__file__, "run", *bash],
        cwd=folder,
        env={**kept, **OFFLINE, "PATH": path, "LUDOTHEQUE_VAR": str(var), **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as runner:
        try:
            said, _ = runner.communicate(timeout=PROGRAM_SECONDS)
        except BaseException:
            process_tree.kill(process_tree.living(runner.pid))
            raise
    assert runner.returncode == 0, said
    return said
