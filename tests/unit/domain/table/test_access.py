"""Who may see a table and who may watch it: a table of cases for each phase."""

import pytest
from msgspec.structs import replace

from domain.judging.fold import NOTHING, fold
from domain.table.access import chosen_watch, is_open_to_all, may_see, may_watch
from domain.table.commands import Watch
from domain.table.end_events import TableClosed
from domain.table.state import Closed, Open, Running, Table
from tests.support.players.people import ANNE, BOB, DORA
from tests.support.tables.rally_table import rally_table, started
from tests.support.tables.table_spec import seated

OPEN = fold(NOTHING, [rally_table(), *seated(ANNE, BOB)])
RUNNING = fold(NOTHING, started())
CLOSED = fold(RUNNING, [TableClosed("abandoned", None, "00")])
PHASES = {"open": OPEN, "running": RUNNING, "closed": CLOSED}


def table(phase: str, watch: Watch, private: bool = False) -> Table:
    state = PHASES[phase]
    assert isinstance(state, Open | Running | Closed)
    return replace(state, setup=replace(state.setup, watch=watch, private=private, host=ANNE))


@pytest.mark.parametrize("phase", PHASES)
def test_a_private_table_exists_for_its_players_and_the_invited(phase: str) -> None:
    hidden = table(phase, "invited", private=True)
    assert [may_see(hidden, each, invited=False) for each in (ANNE, BOB, DORA, None)] == [
        *(True, True, False, False)
    ]
    assert may_see(hidden, DORA, invited=True)
    assert may_see(hidden, None, invited=True)
    assert may_see(table(phase, "nobody"), None, invited=False)


@pytest.mark.parametrize(
    ("watch", "phase", "stranger", "invited"),
    [
        ("everyone", "open", True, True),
        ("everyone", "running", True, True),
        ("everyone", "closed", True, True),
        ("invited", "open", True, True),
        ("invited", "running", False, True),
        ("invited", "closed", False, True),
        ("nobody", "open", True, True),
        ("nobody", "running", False, False),
        ("nobody", "closed", True, True),
    ],
)
def test_strangers_and_the_invited_watch_as_the_host_has_chosen(
    watch: Watch, phase: str, stranger: bool, invited: bool
) -> None:
    seen = table(phase, watch)
    assert may_watch(seen, DORA, invited=False) == stranger
    assert may_watch(seen, DORA, invited=True) == invited
    assert is_open_to_all(seen) == stranger
    assert may_watch(seen, BOB, invited=False)  # has a seat


def test_a_host_without_a_seat_watches_unless_nobody_may() -> None:
    for watch, allowed in (("invited", True), ("nobody", False)):
        state = table("running", watch)  # type: ignore[arg-type]
        assert isinstance(state, Running)
        hosted = replace(state, setup=replace(state.setup, host=DORA))
        assert may_watch(hosted, DORA, invited=False) == allowed


def test_a_table_that_was_not_opened_does_not_exist() -> None:
    assert not may_see(NOTHING, ANNE, invited=True)


def test_without_a_choice_a_private_table_is_for_the_invited() -> None:
    assert chosen_watch(None, private=False) == "everyone"
    assert chosen_watch(None, private=True) == "invited"
    assert chosen_watch("nobody", private=True) == "nobody"
