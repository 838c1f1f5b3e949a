"""A folder that looks like a clone of a newcomer, for the commands of the pages.

It has a .venv of its own, in which a page may install packages. What a page writes stays in the
folder.
"""

import os
import shutil
import sys
import sysconfig
import venv
from pathlib import Path

from tests.support.paths import ROOT

_OURS = {".git", ".venv", "build", "dist", "var"}
_OFFLINE = {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}  # all is installed already
_FEW_PLUGINS = "-p no:locust -p no:schemathesis"  # no page needs them, and they load slowly
_STAMPS = (".venv", ".runtime", ".dev")  # for make: nothing has to be installed


def fresh_clone(folder: Path) -> Path:
    """Make a folder look like a clone in which `make test` has run, and nothing else."""
    folder.mkdir(exist_ok=True)
    for entry in folder.iterdir():
        entry.unlink() if entry.is_symlink() or entry.is_file() else shutil.rmtree(entry)
    for entry in ROOT.iterdir():
        if entry.name not in _OURS:
            (folder / entry.name).symlink_to(entry)
    _install(folder / ".venv")
    (programs := folder / "bin").mkdir()
    (programs / "python3").symlink_to(Path(sys.executable).resolve())
    return folder


def environment(clone: Path) -> dict[str, str]:
    """Return the variables of a newcomer: python3 is on the path, the packages in .venv are not."""
    left_out = str(Path(sys.executable).parent)
    path = [each for each in os.environ["PATH"].split(":") if each != left_out]
    kept = {name: value for name, value in os.environ.items() if "LUDOTHEQUE" not in name}
    kept.pop("VIRTUAL_ENV", None)
    kept |= _OFFLINE | {"PATH": ":".join([str(clone / "bin"), *path])}
    # A busy machine is slow, not broken.
    return kept | {"PYTEST_ADDOPTS": _FEW_PLUGINS, "LUDOTHEQUE_STORE_SECONDS": "30"}


def _install(folder: Path) -> None:
    """Make a virtual environment that finds all packages of ours, and has room for others."""
    venv.create(folder, with_pip=False, symlinks=True)
    [site] = folder.glob("lib/python*/site-packages")
    ours = sysconfig.get_path("purelib")
    (site / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    for program in Path(sysconfig.get_path("scripts")).iterdir():
        if program.is_file():
            _copy_program(program, folder / "bin")
    for stamp in _STAMPS:
        (folder / stamp).touch()


def _copy_program(program: Path, to: Path) -> None:
    """Copy a program that is written in Python, for the interpreter of another environment."""
    start, _, rest = program.read_bytes().partition(b"\n")
    if start.startswith(b"#!") and b"python" in start:
        (to / program.name).write_bytes(b"#!" + bytes(to / "python") + b"\n" + rest)
        (to / program.name).chmod(0o755)
