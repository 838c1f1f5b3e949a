"""Tables of sentences; tests/laws/test_types_guard_rules.py tests what mypy finds in them."""

from domain.kernel.handlers import said
from domain.kernel.language import Both
from domain.kernel.messages import Announcement


class Rolled(Announcement, frozen=True):
    pips: int


class Moved(Announcement, frozen=True):
    by: int


class Rested(Announcement, frozen=True):
    pass


def _rolled(event: Rolled) -> Both:
    return f"Rolls {event.pips}.", f"Lance {event.pips}."


def _moved(event: Moved) -> Both:
    return f"Moves {event.by}.", f"Avance de {event.by}."


TABLE = said(Rolled, _rolled) | said(Moved, _moved)


def test_a_table_finds_the_sentence_by_the_type_of_the_event() -> None:
    assert TABLE.by_type[Rolled](Rolled(3)) == ("Rolls 3.", "Lance 3.")
    assert TABLE.by_type[Moved](Moved(4)) == ("Moves 4.", "Avance de 4.")


def test_a_table_knows_the_events_it_has_a_sentence_for() -> None:
    assert TABLE.handles(Rolled(1))
    assert not TABLE.handles(Rested())


def test_joining_tables_changes_neither_of_them() -> None:
    one, other = said(Rolled, _rolled), said(Moved, _moved)
    assert set((one | other).by_type) == {Rolled, Moved}
    assert (set(one.by_type), set(other.by_type)) == ({Rolled}, {Moved})
