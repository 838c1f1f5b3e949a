"""Installs the peers into `build/peers`, apart from this project; says why if it cannot."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = Path("build/peers")
PYTHON_PACKAGES = ("rlcard==1.2.0", "eventsourcing==9.5.6")
SECONDS = 300


class NotInstalled(Exception):
    """A peer cannot be installed on this machine; the text is the reason."""


@cache
def python() -> Path:
    """Return a Python with the peers of PyPI."""
    executable = (FOLDER / "venv/bin/python").absolute()
    done = FOLDER / "venv/installed"
    if not done.exists():
        _run([sys.executable, "-m", "venv", "--clear", FOLDER / "venv"])
        _run([executable, "-m", "pip", "install", "--quiet", *PYTHON_PACKAGES])
        done.touch()
    return executable


@cache
def node() -> Path:
    """Return the program that runs the peers of npm."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        raise NotInstalled("node or npm is not installed")
    return Path(found)


@cache
def node_modules() -> Path:
    """Return the folder with the peers of npm."""
    node()
    folder = FOLDER / "node"
    done = folder / "installed"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "package.json", folder)
        _run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], folder)
        done.touch()
    return (folder / "node_modules").absolute()


def _run(command: Sequence[str | Path], cwd: Path | None = None) -> None:
    try:
        subprocess.run(command, cwd=cwd, check=True, capture_output=True, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError) as failure:
        raise NotInstalled(f"{Path(str(command[0])).name} failed: {failure}") from failure
