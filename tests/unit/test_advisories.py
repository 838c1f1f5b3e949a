"""A locked version is found when an advisory names it, and only then."""

from pathlib import Path

import pytest

from tests.advisories.compare import advisories, affecting, locked

ADVISORY = """
id: PYSEC-2021-66
modified: '2021-03-22T16:34:00Z'
affected:
- package: {name: Jinja_2, ecosystem: PyPI}
  ranges:
  - type: ECOSYSTEM
    events: [{introduced: '2.0'}, {fixed: 2.11.3}, {introduced: '3.0'}, {last_affected: '3.1'}]
  versions: ['1.5', not-a-version]
"""
LOCK = """jinja-2==2.11.2 \\
    --hash=sha256:00
redis[hiredis]==8.1.0 ; python_version < "4" \\
    --hash=sha256:01
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    folder = tmp_path / "vulns" / "jinja-2"
    folder.mkdir(parents=True)
    (folder / "PYSEC-2021-66.yaml").write_text(ADVISORY)
    withdrawn = ADVISORY.replace("-66", "-67") + "withdrawn: '2022-01-01T00:00:00Z'\n"
    (folder / "PYSEC-2021-67.yaml").write_text(withdrawn)
    return tmp_path


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        ("1.0", False),
        ("1.5", True),
        ("2.0", True),
        ("2.11.2", True),
        ("2.11.3", False),
        ("3.0.1", True),
        ("3.1", True),
        ("3.2", False),
    ],
)
def test_a_version_is_affected(database: Path, version: str, affected: bool) -> None:
    found = [each.id for each in affecting(advisories(database), "jinja-2", version)]
    assert found == (["PYSEC-2021-66"] if affected else [])


def test_every_pin_of_a_lock_file_is_read() -> None:
    assert locked(LOCK) == {("jinja-2", "2.11.2"), ("redis", "8.1.0")}


def test_a_folder_without_advisories_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="advisory-database"):
        advisories(tmp_path)
