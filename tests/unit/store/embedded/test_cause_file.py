"""The cause that `serve` leaves is read by an API of the same store only."""

from pathlib import Path

from store.embedded.cause_file import CAUSE_FILE, read_cause, write_cause

URL = "unix:///var/store/server.sock?db=0"


def test_the_cause_is_read_until_it_is_removed(tmp_path: Path) -> None:
    directory = tmp_path / "store"
    assert read_cause(directory, URL) is None
    write_cause(directory, URL, "its disk is full")
    assert read_cause(directory, URL) == "its disk is full"
    assert read_cause(directory, "redis://elsewhere/0") is None
    assert read_cause(directory, None) is None
    write_cause(directory, URL, None)
    assert read_cause(directory, URL) is None
    assert not list(directory.iterdir())


def test_what_cannot_be_read_or_written_is_no_cause(tmp_path: Path) -> None:
    (tmp_path / CAUSE_FILE).write_bytes(b"{")
    assert read_cause(tmp_path, URL) is None
    write_cause(Path("/proc/nowhere"), URL, "x")
