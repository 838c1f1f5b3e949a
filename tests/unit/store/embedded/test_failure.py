"""Why a store ended: one line, with the command that mends it."""

from pathlib import Path

import pytest

from store.embedded.failure import LOG_FILE, Cause, why_it_ended

PREFIX = "123:M 17 Nov 2026 00:35:03.965 # "


@pytest.mark.parametrize(
    ("logged", "cause", "mends"),
    [
        ("Error writing to the AOF file: No space left on device", Cause.DISK_FULL, "df -h"),
        ("Short write while writing to the AOF file: (1, 2)", Cause.DISK_FULL, "df -h"),
        ("Out Of Memory allocating 12 bytes!", Cause.NO_MEMORY, "free -h"),
        (
            "Bad file format reading the append only file x: make a backup of your AOF file",
            Cause.DAMAGED,
            "ludotheque repair --var",
        ),
        (
            "Unexpected end of file reading the append only file x. You can: 1) Make",
            Cause.DAMAGED,
            "ludotheque repair --var",
        ),
        ("Invalid AOF manifest file format", Cause.DAMAGED, "ludotheque repair --var"),
        ("Could not create server socket: no", Cause.OTHER, "Could not create"),
    ],
)
def test_the_cause_is_read_from_the_log(
    tmp_path: Path, logged: str, cause: Cause, mends: str
) -> None:
    old = f"{PREFIX}No space left on device: of an earlier start\n"
    (tmp_path / LOG_FILE).write_text(f"{old}{PREFIX}{logged}\n")
    found = why_it_ended(tmp_path, "ended with code 1", len(old))
    assert found.cause is cause
    assert mends in str(found)
    assert "\n" not in str(found)
    assert "valkey-check-aof" not in str(found)


def test_without_a_log_the_error_names_how_it_ended(tmp_path: Path) -> None:
    assert "was killed (SIGKILL)" in str(why_it_ended(tmp_path, "was killed (SIGKILL)", 0))
    assert "its log ends with: nothing" in str(why_it_ended(tmp_path, "ended with code 3", 0))
