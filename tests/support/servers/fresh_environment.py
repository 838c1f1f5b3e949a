"""A fresh virtual environment with wheels of this repository, made without a network.

It borrows the dependencies of the environment that runs the tests, but neither this repository nor
its entry points: those come from the wheels alone.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.support.paths import ROOT

NIM = ROOT / "tests" / "packages" / "nim"


def wheel_of(source: Path, into: Path) -> Path:
    """Build the wheel of a project into a new folder and return its path."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    told = subprocess.run(build, cwd=source, env=clean(), capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr
    [wheel] = into.glob("*.whl")
    return wheel


def clean() -> dict[str, str]:
    """Return the environment variables without those that would let this repository in."""
    left_out = ("PYTHONPATH", "LUDOTHEQUE_", "PYTEST_")
    return {name: value for name, value in os.environ.items() if not name.startswith(left_out)}


class FreshEnvironment:
    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.bin = folder / "bin"
        self.python = self.bin / "python"
        site = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
        borrowed = site / "site-packages" / "borrowed.pth"
        borrowed.write_text(f"{sysconfig.get_path('purelib')}\n")

    def install(self, *wheels: Path) -> None:
        self._pip("install", "--no-deps", "--no-index", *map(str, wheels))

    def uninstall(self, distribution: str) -> None:
        self._pip("uninstall", "--yes", distribution)

    def run(self, *words: str, cwd: Path, code: int = 0) -> str:
        """Run a program of the environment and return what it prints."""
        command = [str(self.bin / words[0]), *words[1:]]
        told = subprocess.run(command, cwd=cwd, env=clean(), capture_output=True, text=True)
        assert told.returncode == code, told.stdout + told.stderr
        return told.stdout

    def _pip(self, *words: str) -> None:
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "--quiet"]
        done = subprocess.run(
            [*pip, "--disable-pip-version-check", *words],
            env=clean(),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
