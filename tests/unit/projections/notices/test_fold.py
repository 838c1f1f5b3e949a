"""Notices for players: what concerns them, and nobody else."""

from msgspec import json
from msgspec.structs import replace

from domain.judging.codec import RecordedEvent
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened
from domain.table.commands import Place, Rematch
from domain.table.end_events import SeatResigned
from projections.notices.fold import fold_notices
from projections.notices.notice import LOBBY
from tests.support.tables.rally_table import rally_table, started
from tests.support.tables.table_spec import ANNE, BOB, CLEO

AT = "2026-01-01T12:00:00.000Z"


def own(*events: Event) -> list[tuple[str, tuple[str, ...]]]:
    """Return the kind and the players of each notice that is not for the lobby."""
    recorded = [RecordedEvent(n, AT, None, event) for n, event in enumerate(events, 1)]
    _, found = fold_notices(None, recorded)
    mine = [each for each in found if each.subjects != (LOBBY,)]
    return [(json.decode(each.body)["type"], each.subjects) for each in mine]


def test_a_rematch_concerns_the_people_whose_places_it_keeps() -> None:
    places = tuple(Place(player, None, None) for player in (BOB, CLEO, ANNE))
    again = replace(rally_table(), rematch=Rematch("o" * 26, "", places))
    assert own(again) == [("rematch", (BOB, CLEO))]


def test_a_seat_that_resigned_has_no_turn() -> None:
    asked = DecisionOpened(2, "key", "play", (1, 2), None)
    table = [*started(), SeatResigned(1), asked]
    assert own(*table)[-1] == ("your_turn", (CLEO,))
