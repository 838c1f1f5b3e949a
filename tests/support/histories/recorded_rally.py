"""A rally that is played at random but always the same, as its log would hold it."""

from domain.judging.commit import SaltedEvent, decode_events
from domain.judging.stored import Entry
from domain.kernel.ids import PlayerId
from domain.table.state import NotOpened, Table
from ludotheque.laws.random_play import played
from projections.seat_view.view import TableAtVersion
from tests.support.tables.stored_tables import entries_of

RALLY = played("gumball_rally", 3, 1)


def entries(steps: int | None = None) -> list[Entry]:
    """Return the log entries of the first commands (None: of all)."""
    return entries_of(RALLY, steps)


def salted_events() -> tuple[SaltedEvent, ...]:
    return decode_events(entries(), RALLY.seed)


def stages() -> list[Table]:
    """Return the table after every command."""
    return [step.after for step in RALLY.steps]


def seen(steps: int | None = None) -> TableAtVersion:
    last, state = entries(steps)[-1], RALLY.steps[:steps][-1].after
    return TableAtVersion(RALLY.table, state, last.last, last.head, RALLY.seed)


def players(state: Table) -> list[PlayerId]:
    assert not isinstance(state, NotOpened)
    return [sitter.player for sitter in state.sitters]
