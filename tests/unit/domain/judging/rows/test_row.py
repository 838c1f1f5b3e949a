"""The row of a table, folded from its events."""

import hashlib

import pytest
from msgspec.structs import replace

from domain.judging.codec import RecordedEvent
from domain.judging.rows.codec import (
    FORM,
    LASTING,
    MOVING,
    decode_row,
    encode_lasting,
    encode_moving,
    has_own_form,
)
from domain.judging.rows.row import Row, fold_row
from domain.judging.stored import RowParts
from domain.kernel.game import Draw, Outcome
from domain.kernel.messages import Event
from domain.table.clock_events import AutopilotEngaged, DecisionOpened
from domain.table.clocks import PerDecision
from domain.table.commands import Rematch
from domain.table.end_events import SeatResigned, TableClosed
from domain.table.opening_events import LuckDrawn, SeatLeft, SeatTaken, TableOpened
from projections.table_list.indexes import index, indexes, is_public
from tests.support.players.people import ANNE, BOB
from tests.support.tables.memory_table import finished_in_memory
from tests.support.tables.table_spec import TABLE, begun, seated
from tests.support.tables.table_spec import opened as open_table

HOST = "h" * 26
FINISHED = TableClosed("finished", Outcome((2, 1), (3, 9)), "00")


def opened(private: bool = False) -> TableOpened:
    return replace(open_table("gumball_rally", None, 4, 30, private), host=HOST)


def taken(seat: int, player: str) -> SeatTaken:
    return SeatTaken(seat, player, None, None)


STARTED = (opened(), *begun(ANNE, BOB))


def folded(*events: Event) -> Row:
    row = fold_row(
        None, [RecordedEvent(n, at(n), None, event) for n, event in enumerate(events, 1)]
    )
    assert row is not None
    return row


def at(version: int) -> str:
    return f"2026-01-01T12:00:{version:02}.000Z"


def test_an_opened_table_is_open_and_empty() -> None:
    assert folded(opened()) == Row(
        id=TABLE,
        game="gumball_rally",
        status="open",
        version=1,
        host=HOST,
        private=False,
        clock=PerDecision(30),
        size=4,
        players=(),
        opened_at=at(1),
    )


def test_players_stand_in_the_order_of_their_seats() -> None:
    assert folded(*STARTED).players == (ANNE, BOB)


def test_a_player_who_leaves_before_the_start_is_gone_and_the_others_close_up() -> None:
    assert folded(opened(), *seated(ANNE, BOB), SeatLeft(0)).players == (BOB,)


def test_a_started_table_is_running_since_then() -> None:
    row = folded(*STARTED)
    assert (row.status, row.started_at) == ("running", at(4))


def test_the_open_decision_says_who_is_awaited_and_until_when() -> None:
    row = folded(*STARTED, DecisionOpened(1, "k", "play", (1,), at(34)))
    assert (row.awaited, row.deadline) == ((1,), at(34))


def test_what_is_hidden_only_counts() -> None:
    before = folded(*STARTED)
    after = folded(*STARTED, LuckDrawn((Draw("die:1", 6, 3),)))
    assert (after.version, before.version) == (5, 4)
    assert indexes(after) == indexes(before)


def test_a_finished_table_names_its_winners_and_awaits_nobody() -> None:
    row = folded(*STARTED, DecisionOpened(1, "k", "play", (1,), at(34)), FINISHED)
    assert (row.status, row.finished_at) == ("finished", at(6))
    assert (row.winners, row.awaited, row.deadline) == ((BOB,), (), None)


def test_a_winner_who_keeps_two_seats_is_named_once() -> None:
    won = TableClosed("finished", Outcome((1, 3, 1, 3), (9, 3, 9, 3)), "00")
    row = folded(opened(), *begun(ANNE, BOB, ANNE, BOB), won)
    assert row.winners == (ANNE,)


def test_an_abandoned_table_has_no_winner() -> None:
    row = folded(*STARTED, TableClosed("abandoned", None, "00"))
    assert (row.status, row.winners) == ("abandoned", ())


def test_a_table_whose_luck_was_withheld_has_that_status_and_no_winner() -> None:
    row = folded(*STARTED, TableClosed("withheld", None, "00", (1,)))
    assert (row.status, row.winners) == ("withheld", ())


def test_events_seen_before_and_events_after_a_gap_are_passed_over() -> None:
    row = folded(*STARTED)
    again = RecordedEvent(2, at(2), None, taken(0, ANNE))
    too_early = RecordedEvent(9, at(9), None, FINISHED)
    assert fold_row(row, [again, too_early]) == row


def test_a_listed_row_is_found_by_its_kind_and_by_its_players() -> None:
    assert set(indexes(folded(*STARTED))) == {
        "all",
        "status:running",
        "game:gumball_rally",
        "game:gumball_rally+status:running",
        f"player:{ANNE}",
        f"player:{BOB}",
        f"playing:{ANNE}",
        f"playing:{BOB}",
    }


def test_an_open_row_is_found_by_the_number_of_its_players() -> None:
    row = folded(opened(), taken(0, ANNE))
    by_number = {each for each in indexes(row) if "players:" in each}
    assert by_number == {"status:open+players:1", "game:gumball_rally+status:open+players:1"}


def test_a_closed_table_is_in_no_list_of_tables_that_are_played() -> None:
    assert not [each for each in indexes(folded(*STARTED, FINISHED)) if "playing" in each]


def test_a_private_row_is_found_only_by_its_own_people() -> None:
    row = folded(opened(private=True), taken(0, ANNE))
    assert not is_public(row)
    own = {f"{kind}:{player}" for kind in ("player", "playing") for player in (ANNE, HOST)}
    assert set(indexes(row)) == own


@pytest.mark.parametrize("kind", [{}, {"game": "g"}, {"status": "s"}, {"game": "g", "status": "s"}])
def test_a_players_tables_are_looked_for_in_one_index(kind: dict[str, str]) -> None:
    assert index(**kind, player=ANNE) == f"player:{ANNE}"


@pytest.mark.anyio
async def test_a_real_play_folds_to_the_same_row_in_one_go_and_step_by_step() -> None:
    party = await finished_in_memory()
    whole = await party.history()
    stepwise = None
    for recorded in whole:
        stepwise = fold_row(stepwise, [recorded])
    row = fold_row(None, whole)
    assert row == stepwise
    assert row is not None
    assert (row.status, row.version) == ("finished", len(whole))
    assert set(row.winners) <= set(party.players)
    assert row.winners


def test_a_seat_on_autopilot_is_still_its_players() -> None:
    assert folded(*STARTED, AutopilotEngaged(0, "left")).players == (ANNE, BOB)


def test_a_rematch_keeps_seats_and_players_move_on() -> None:
    again = replace(opened(), rematch=Rematch("o" * 26, "", ()))
    bot = SeatTaken(0, HOST, None, None, "random")
    row = folded(again, bot, taken(1, ANNE), taken(0, BOB))
    assert row.rematch_of == "o" * 26
    assert (row.players, row.bots) == ((BOB, HOST, ANNE), (1,))


def test_a_row_has_the_seats_that_resigned() -> None:
    assert folded(*STARTED, SeatResigned(1)).resigned == (1,)


# The stored form of rows: another one is never mistaken for it.

ROW = Row(
    id="t" * 26,
    game="asterix",
    status="running",
    version=7,
    host="h" * 26,
    private=False,
    options={"a": 1},
    size=4,
    players=("a" * 26, "b" * 26),
    opened_at="2026-01-01T12:00:00.000Z",
    awaited=(1,),
    deadline="2026-01-01T12:01:00.000Z",
)
PARTS = RowParts(encode_lasting(ROW), encode_moving(ROW))


def test_a_row_is_read_as_it_was_stored() -> None:
    assert decode_row(ROW.id, ROW.version, PARTS) == ROW


def test_a_row_in_another_form_is_none() -> None:
    other = PARTS._replace(moving=b"9" + PARTS.moving[1:])
    assert not has_own_form(other)
    assert decode_row(ROW.id, ROW.version, other) is None
    assert decode_row(ROW.id, ROW.version, None) is None
    assert decode_row(ROW.id, ROW.version, PARTS._replace(lasting=FORM + b"[1]")) is None


def test_other_fields_need_another_number() -> None:
    """If this fails, the fields of rows have changed: raise FORM, and write the new digest here."""
    named = repr([(name, str(Row.__annotations__[name])) for name in (*LASTING, *MOVING)])
    digest = hashlib.sha256(named.encode()).hexdigest()[:16]
    assert (FORM, digest) == (b"1", "57df712ba31d7275")
