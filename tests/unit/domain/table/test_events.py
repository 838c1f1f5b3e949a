"""Who sees the events of a table, and what an administrator may write into one."""

from domain.judging.narration import narrator
from domain.kernel.messages import HiddenEvent, PublicEvent
from domain.table.end_events import TableClosed
from domain.table.events import TABLE_EVENTS
from domain.table.opening_events import LuckDrawn


def test_everybody_sees_everything_but_the_luck() -> None:
    assert all(issubclass(each, PublicEvent) for each in TABLE_EVENTS - {LuckDrawn})
    assert issubclass(LuckDrawn, HiddenEvent)


def test_an_administrator_may_write_about_seats() -> None:
    """Nothing is parsed: what was written stays, though seats have names."""
    closed = TableClosed("terminated", None, "", notice="Insults by seat 0.")
    names = narrator("en", names=["Anne"])
    assert names.sentence(closed).endswith(" Insults by seat 0.")
