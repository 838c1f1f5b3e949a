"""`make serve`: what a newcomer reads while it is set up, and then where to go.

Programs that do nothing stand in for Python and its packages; test_serve.py starts the real server.
"""

import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

ADDRESS = "Ludothèque: http://127.0.0.1:8000/"
PYTHON = f"""#!/bin/sh
test "$2" = venv || exit 0
mkdir -p "$3/bin"
printf '#!/bin/sh\\n. ./pip.sh\\n' > "$3/bin/python"
printf '#!/bin/sh\\necho {ADDRESS}\\n' > "$3/bin/ludotheque"
chmod +x "$3/bin/python" "$3/bin/ludotheque"
"""
PIP = """
case "$*" in *requirements.lock*) ;; *) exit 0 ;; esac
for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "Collecting a"; done
echo "Installing collected packages: a"
"""


def make_serve(folder: Path) -> list[str]:
    made = subprocess.run(
        ["make", "--silent", "serve", f"PYTHON={folder / 'python'}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.splitlines()


def test_a_first_start_says_how_long_it_takes_and_then_the_address(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    for name in ("requirements.lock", "pyproject.toml"):
        (tmp_path / name).touch()
    (tmp_path / "requirements.lock").write_text("a==1\n" * 12)
    (tmp_path / "python").write_text(PYTHON)
    (tmp_path / "python").chmod(0o755)
    (tmp_path / "pip.sh").write_text(PIP)
    assert make_serve(tmp_path) == [
        "Setting up, about a minute…",
        "  10 of 12 packages",
        "  installing 12 packages…",
        ADDRESS,
    ]
    assert make_serve(tmp_path) == [ADDRESS]


def test_a_set_up_that_fails_ends_with_the_last_lines_of_pip(tmp_path: Path) -> None:
    test_a_first_start_says_how_long_it_takes_and_then_the_address(tmp_path)
    (tmp_path / "pip.sh").write_text("echo 'ERROR: no such package' >&2; exit 1")
    (tmp_path / ".venv" / ".runtime").unlink()
    with pytest.raises(subprocess.CalledProcessError) as failed:
        make_serve(tmp_path)
    assert failed.value.stdout.splitlines()[-2:] == ["ERROR: no such package", "pip failed"]
