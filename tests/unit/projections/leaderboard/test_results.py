"""What a finished table counts for: people only, played to the end, everybody once."""

from msgspec.structs import replace

from domain.judging.codec import RecordedEvent
from domain.kernel.game import Outcome
from domain.kernel.messages import Announcement, Event
from domain.table.commands import Bot
from domain.table.end_events import SeatResigned, TableClosed
from domain.table.opening_events import SeatLeft, SeatTaken
from projections.leaderboard.results import Placing, result
from tests.support.players.people import ANNE, BOB, CLEO
from tests.support.tables.table_spec import opened, seated, started

BOT = "z" * 26
AT = "2026-01-01T12:00:00.000Z"
OPENED = opened("gumball_rally", None)


def sits(seat: int, player: str, bot: Bot | None = None) -> SeatTaken:
    return SeatTaken(seat, player, None, None, bot)


def ended(places: tuple[int, ...], scores: tuple[int, ...]) -> TableClosed:
    return TableClosed("finished", Outcome(places, scores), "seed")


def recorded(*events: Event) -> list[RecordedEvent]:
    return [RecordedEvent(n, AT, None, event) for n, event in enumerate((OPENED, *events), 1)]


THREE = seated(ANNE, BOB, CLEO)
END = ended((2, 1, 2), (10, 20, 10))


def test_everybody_has_a_place_and_points() -> None:
    found = result(recorded(*THREE, END))
    assert found is not None
    assert (found.table, found.game, found.at) == (OPENED.table, "gumball_rally", AT)
    assert found.placings == (Placing(ANNE, 2, 10), Placing(BOB, 1, 20), Placing(CLEO, 2, 10))


def test_a_player_who_left_before_the_start_has_none_and_seats_close_up() -> None:
    found = result(recorded(*THREE, SeatLeft(0), sits(2, ANNE), END))
    assert found is not None
    assert [placing.player for placing in found.placings] == [BOB, CLEO, ANNE]
    assert found.placings[1].place == 1


def test_bots_are_left_out_and_the_places_stay_those_of_the_table() -> None:
    found = result(recorded(sits(0, ANNE), sits(1, BOT, "greedy"), sits(2, CLEO), END))
    assert found is not None
    assert found.placings == (Placing(ANNE, 2, 10), Placing(CLEO, 2, 10))


def test_one_person_among_bots_is_not_ranked() -> None:
    assert (
        result(recorded(sits(0, ANNE), sits(1, BOT, "random"), sits(2, BOT, "random"), END)) is None
    )


def test_one_person_in_all_seats_is_not_ranked() -> None:
    assert result(recorded(sits(0, ANNE), sits(1, ANNE), sits(2, ANNE), END)) is None


def test_a_player_with_several_seats_counts_once_with_the_best() -> None:
    close = ended((3, 1, 2), (5, 20, 10))
    found = result(recorded(sits(0, ANNE), sits(1, BOB), sits(2, ANNE), close))
    assert found is not None
    assert found.placings == (Placing(ANNE, 2, 10), Placing(BOB, 1, 20))


def test_what_was_not_played_to_the_end_does_not_count() -> None:
    assert result(recorded(*THREE)) is None
    assert result(recorded(*THREE, started(ANNE, BOB, CLEO))) is None
    assert result(recorded(*THREE, TableClosed("abandoned", None, "seed"))) is None
    assert result(recorded(*THREE, replace(END, reason="abandoned"))) is None


class Forked(Announcement, type="table.forked"): ...


def test_a_fork_is_never_ranked() -> None:
    assert result(recorded(*THREE, Forked(), END)) is None


def test_a_table_that_ended_by_resignation_counts_and_one_ended_by_consent_does_not() -> None:
    found = result(recorded(*THREE, replace(ended((3, 1, 2), (0, 0, 0)), reason="resigned")))
    assert found is not None
    assert [placing.place for placing in found.placings] == [3, 1, 2]
    assert result(recorded(*THREE, TableClosed("agreed", None, "seed"))) is None


def resigning(decisions: int) -> list[RecordedEvent]:
    """A table at which Anne resigns after so many decisions, and Cleo is placed before Bob."""
    played = recorded(*THREE, started(ANNE, BOB, CLEO))
    for n in range(decisions):
        at = f"2026-01-01T12:00:{n:02}.000Z"
        played += [RecordedEvent(len(played) + 1, at, 0, Moved())] * 2  # events of one decision
    played.append(RecordedEvent(len(played) + 1, AT, 0, SeatResigned(0)))
    end = replace(ended((3, 2, 1), (0, 0, 0)), reason="resigned")
    return [*played, RecordedEvent(len(played) + 1, AT, None, end)]


class Moved(Announcement, type="tiny.moved"): ...


def test_who_resigns_before_ten_decisions_resigns_early() -> None:
    for decisions, early in ((9, True), (10, False)):
        found = result(resigning(decisions))
        assert found is not None
        assert [placing.early for placing in found.placings] == [early, False, False]


def test_a_private_table_is_not_ranked() -> None:
    public = recorded(*THREE, END)
    private = replace(public[0], event=replace(OPENED, private=True))
    assert result(public) is not None
    assert result([private, *public[1:]]) is None
