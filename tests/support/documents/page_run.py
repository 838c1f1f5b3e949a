"""Runs the commands of a page as they are printed, and compares what they print with the page.

The first command that fails ends the page. So does a process that it has started and not stopped.
"""

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from shutil import which
from tempfile import TemporaryFile

import pytest

from tests.support.documents.clone import environment
from tests.support.documents.page_blocks import OUTPUT, RUN, Block
from tests.support.servers import process_tree
from tests.support.servers.ports import cluster_port, free_port
from tests.support.servers.process_tree import kill, living
from tests.support.servers.processes import PROGRAM_SECONDS

PRINTED_BASE = "http://127.0.0.1:8000"
PRINTED_SPARE_PORT = "8001"  # of a second server that a page starts and stops itself
PRINTED_STORE_PORTS = ("7000", "7001", "7002", "7003")  # of stores, likewise
_MARK = "\x1e"  # in the output, before the place of each block
needs_shell = pytest.mark.skipif(
    not (which("bash") and which("curl") and which("make")),
    reason="the pages use bash, curl and make",
)


def run_page(
    printed: Sequence[Block],
    clone: Path,
    base: str | None = None,
    env: Mapping[str, str] | None = None,
    spare_port: int | None = None,
) -> str:
    """Run the blocks of a page in a clone, at the server with this address; return the output."""
    script = "".join(_marked(each) for each in printed if each.runs)
    env = environment(clone) | dict(env or {})
    if base is not None:
        script = script.replace(PRINTED_BASE, base)
    output = _executed(_on_free_ports(script, spare_port or free_port()), clone, env)
    _compare(printed, output)
    return output


def _marked(block: Block) -> str:
    return f"printf '\\n{_MARK}%s\\n' {block.place}\n{RUN[block.kind].format(block.text)}\n"


def _on_free_ports(script: str, spare_port: int) -> str:
    """Return the script with other ports than the printed ones, which somebody may use."""
    script = script.replace(PRINTED_SPARE_PORT, str(spare_port))
    for port in PRINTED_STORE_PORTS:
        if port in script:
            script = script.replace(port, str(cluster_port()))
    return script


def _executed(script: str, clone: Path, env: Mapping[str, str]) -> str:
    bash = ("bash", "-c", f"set -euo pipefail\n{script}")
    command = [sys.executable, "-I", "-S", process_tree.__file__, "run", *bash]
    with TemporaryFile("w+") as file:
        run = subprocess.Popen(
            command,
            cwd=clone,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
        try:
            code = run.wait(PROGRAM_SECONDS)
        finally:
            kill(living(run.pid))
            run.wait()
        file.seek(0)
        output = file.read()
    place = output.rpartition(_MARK)[2].partition("\n")[0]
    assert code == 0, f"{place}: exit code {code}\n{output}"
    return output


def _compare(printed: Sequence[Block], output: str) -> None:
    """Fail unless each block has printed the lines that the page shows after it."""
    parts = (part.partition("\n") for part in output.split(_MARK)[1:])
    lines = {place: text.splitlines() for place, _, text in parts}
    for block, shown in pairwise(printed):
        if shown.kind == OUTPUT and block.runs:
            left = iter(lines[block.place])
            for line in shown.text.splitlines():
                found = any(_looks_like(line, each) for each in left)
                assert found, f"{shown.place}: {line!r} was not printed:\n{output}"


def _looks_like(shown: str, line: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in shown.strip().split("…"))
    return re.fullmatch(pattern, line.strip()) is not None
