"""Code generators and tools from npm and PyPI, installed into a folder of the test.

They are too large for the tools of the project (138 MB, 120 MB), so only long tests install them.
"""

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.support.documents.npm import TOOLS

TSC = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"
STRICT = {
    "strict": True,
    "noEmit": True,
    "target": "ES2022",
    "module": "ESNext",
    "moduleResolution": "bundler",
    "lib": ["ES2022", "DOM", "DOM.Iterable"],
    "types": ["node"],
    "typeRoots": [str(TOOLS / "node_modules" / "@types")],
}
INSTALLING, RUNNING = 600, 900  # seconds; most wait for a network or for other tests

needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
needs_tsc = pytest.mark.skipif(not TSC.exists(), reason="no TypeScript: run `make tools`")
needs_java = pytest.mark.skipif(shutil.which("java") is None, reason="Java is not installed")


def run(*words: object, cwd: Path, seconds: int = RUNNING) -> str:
    """Run a program and return what it writes; fail with all of it if the program fails."""
    ran = subprocess.run(
        [str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=seconds
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def npm_install(folder: Path, *packages: str) -> Path:
    """Install packages from npm and return the folder of their programs."""
    (folder / "package.json").write_text('{"private": true}')
    options = ("--no-audit", "--no-fund", "--ignore-scripts", "--silent")
    run("npm", "install", *options, *packages, cwd=folder, seconds=INSTALLING)
    return folder / "node_modules" / ".bin"


def pip_install(folder: Path, *packages: str) -> Path:
    """Install packages from PyPI into an environment of their own; return its programs."""
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(programs / "pip", "install", *quiet, *packages, cwd=folder, seconds=INSTALLING)
    return programs


def compile_strictly(folder: Path, source: str) -> None:
    """Compile the TypeScript in a subfolder with `--strict`."""
    project = folder / "tsconfig.json"
    project.write_text(json.dumps({"compilerOptions": STRICT, "include": [source]}))
    assert run("node", TSC, "--project", project, cwd=folder) == ""
