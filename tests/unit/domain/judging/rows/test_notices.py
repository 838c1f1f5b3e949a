"""What a commit changes beside the history: row, marks and notices."""

from msgspec.structs import replace

from domain.judging.codec import RecordedEvent
from domain.judging.rows.notices import NOTHING, Notes, consequences, decode_notes, fold_notices
from domain.kernel.ids import millis
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened
from domain.table.commands import ForkOf, Place, Rematch
from domain.table.end_events import SeatResigned, TableClosed, TableForked
from tests.support.players.people import ANNE, BOB, CLEO
from tests.support.tables.rally_table import rally_table, started

AT = "2026-01-01T12:00:00.000Z"
DUE = "2026-01-01T12:01:00.000Z"
TURN = DecisionOpened(2, "key", "play", (1, 2), DUE)


def recorded(*events: Event, first: int = 1) -> list[RecordedEvent]:
    return [RecordedEvent(n, AT, None, event) for n, event in enumerate(events, first)]


def notes_of(*events: Event, before: tuple[Event, ...] = ()) -> Notes:
    """Return the notes of a commit after other commits."""
    row = fold_notices(None, recorded(*before))[0] if before else None
    told = recorded(*events, first=len(before) + 1)
    return decode_notes(consequences(row, told, millis(AT), opens=not before).notes)


def test_a_rematch_concerns_the_people_whose_places_it_keeps() -> None:
    places = tuple(Place(player, None, None) for player in (BOB, CLEO, ANNE))
    notes = notes_of(replace(rally_table(), rematch=Rematch("o" * 26, "", places)))
    assert [(each.kind, each.players) for each in notes.notices] == [
        ("opened", ()),
        ("rematch", (BOB, CLEO)),
    ]
    assert notes.row == 1
    assert notes.public


def test_a_seat_that_resigned_has_no_turn() -> None:
    notes = notes_of(SeatResigned(1), TURN, before=tuple(started()))
    [turn] = notes.notices
    assert (turn.kind, turn.players, turn.deadline) == ("your_turn", (CLEO,), notes.at + 60_000)
    assert notes.row == 1


def test_a_move_changes_no_index_and_stores_only_what_moves_change() -> None:
    row, _ = fold_notices(None, recorded(*started()))
    after = consequences(row, recorded(TURN, first=row.version + 1), 0, opens=False)
    assert not after.lasting
    assert after.moving
    assert decode_notes(after.notes).row == 0


def test_the_end_is_marked_and_concerns_everybody_who_plays() -> None:
    notes = notes_of(TableClosed("finished", None, "00"), before=(*started(), TURN))
    assert notes.row == 2
    [end] = notes.notices
    assert (end.kind, end.players) == ("closed", (ANNE, BOB, CLEO))


def test_a_fork_is_announced_and_nothing_that_happened_before_it() -> None:
    forked = TableForked("f" * 26, ForkOf("t" * 26, 9, "", ""), ANNE, "", ())
    notes = notes_of(*started(), TURN, forked)
    assert [each.kind for each in notes.notices] == ["opened"]
    assert notes.row == 1


def test_a_commit_without_notes_says_nothing() -> None:
    assert decode_notes(b"") == NOTHING
