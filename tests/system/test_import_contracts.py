"""Every import contract fails when it is broken on purpose; a contract that cannot fail is none."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("api", "application", "domain", "projections", "store", "workers")

# By the beginning of the contract's name: a module, and an import that it must not have.
OFFENCES = {
    "The layers of the architecture": ("domain/kernel/ids.py", "import application.settings"),
    "Layers inside the domain": ("domain/kernel/game.py", "import domain.judging.judge"),
    "The domain is pure": ("domain/kernel/ids.py", "import time"),
    "Requests, the supervisor": ("workers/verify.py", "import store.tables.log"),
    "Layers inside the API": ("api/players/tokens.py", "import api.ops.problems"),
    "The transport knows no": ("api/transport/reader.py", "import domain.kernel.ids"),
    "Only the store knows redis": ("projections/cursor.py", "import redis"),
    "Jobs are requested in": ("store/people/accounts.py", "import rq"),
    "Only api knows litestar": ("application/handle.py", "import litestar"),
    "Folding knows no rule": (
        "domain/games/asterix/trick_events.py",
        "import domain.games.asterix.decide",
    ),
    "Rules know no words": (
        "domain/games/gumball_rally/rules.py",
        "import domain.games.gumball_rally.words.en",
    ),
    "Games do not know each other": (
        "domain/games/asterix/commands.py",
        "import domain.games.bug_race.commands",
    ),
}


def contracts() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return [each["name"] for each in settings["tool"]["importlinter"]["contracts"]]


def linted(directory: Path) -> str:
    """The output of lint-imports on the packages in this directory."""
    program = Path(sys.executable).parent / "lint-imports"
    found = subprocess.run(
        [program, "--no-cache"],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(directory)},
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout


def test_each_contract_is_broken_by_its_offence(tmp_path: Path) -> None:
    assert len(OFFENCES) == len(contracts())
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.json"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file, offence in OFFENCES.values():
        path = tmp_path / file
        path.write_text(path.read_text() + f"\n{offence}  # noqa\n")
    output = linted(tmp_path)
    for name in contracts():
        assert any(name.startswith(beginning) for beginning in OFFENCES), name
        assert re.search(rf"^{re.escape(name)} BROKEN", output, re.M), f"{name} is not broken"


def test_no_contract_is_broken_here() -> None:
    output = linted(ROOT)
    assert [name for name in contracts() if f"{name} BROKEN" in output] == []
    assert output.count("KEPT") == len(contracts())
