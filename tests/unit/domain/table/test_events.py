"""What an administrator may write into an event of a table."""

from domain.judging.narration import narrator
from domain.table.end_events import TableClosed


def test_an_administrator_may_write_about_seats() -> None:
    """Nothing is parsed: what was written stays, though seats have names."""
    closed = TableClosed("terminated", None, "", notice="Insults by seat 0.")
    names = narrator("en", names=["Anne"])
    assert names.sentence(closed).endswith(" Insults by seat 0.")
