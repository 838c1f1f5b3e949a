"""Tables of handlers; tests/laws/test_types_guard_rules.py tests what mypy finds in them."""

from domain.kernel.handlers import by_seat, on, said
from domain.kernel.messages import Announcement


class Rolled(Announcement, frozen=True):
    pips: int


class Moved(Announcement, frozen=True):
    by: int


class Rested(Announcement, frozen=True):
    pass


def _rolled(total: int, event: Rolled) -> int:
    return total + event.pips


def _moved(total: int, event: Moved) -> int:
    return total - event.by


TABLE = on(Rolled, _rolled) | on(Moved, _moved)


def test_a_table_finds_the_handler_by_the_type_of_the_message() -> None:
    assert TABLE.by_type[Rolled](10, Rolled(3)) == 13
    assert TABLE.by_type[Moved](10, Moved(4)) == 6


def test_a_table_knows_the_messages_it_handles() -> None:
    assert TABLE.handles(Rolled(1))
    assert not TABLE.handles(Rested())


def test_joining_tables_changes_neither_of_them() -> None:
    one, other = on(Rolled, _rolled), on(Moved, _moved)
    assert set((one | other).by_type) == {Rolled, Moved}
    assert (set(one.by_type), set(other.by_type)) == ({Rolled}, {Moved})


def test_a_sentence_is_made_from_the_message_alone() -> None:
    told = said(Moved, lambda event: (f"Moves {event.by}.", f"Avance de {event.by}."))
    assert told.by_type[Moved](Moved(2)) == ("Moves 2.", "Avance de 2.")


def test_an_answer_depends_on_the_seat() -> None:
    table = by_seat(Moved, lambda total, seat, event: total + seat * event.by)
    assert table.by_type[Moved](10, 2, Moved(4)) == 18
