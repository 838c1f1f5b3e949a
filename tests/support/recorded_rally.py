"""A rally that is played at random but always the same, as its log would hold it."""

from domain.fairness.canonical import canon
from domain.fairness.chain import first_head
from domain.judging.codec import RecordedEvent, encode
from domain.judging.commit import Record, SaltedEvent, decode_events
from domain.judging.stored import Entry, extend
from domain.kernel.ids import PlayerId
from domain.kernel.moments import rfc3339
from domain.table.state import NotOpened, Table
from ludotheque.laws.random_play import Step, played
from projections.seat_view.view import TableAtVersion

RALLY = played("gumball_rally", 3, 1)


def entries(steps: int | None = None) -> list[Entry]:
    """Return the log entries of the first commands (None: of all)."""
    found: list[Entry] = []
    for step in RALLY.steps[:steps]:
        for n, event in enumerate(step.events):
            recorded = RecordedEvent(len(found) + 1, rfc3339(step.at), step.who.seat, event)
            record = None if n else _record(step, recorded.version)
            found.append(Entry(recorded.version, encode(recorded), record))
    return found


def _record(step: Step, first: int) -> bytes:
    last, who = first + len(step.events) - 1, step.who
    return canon(Record(rfc3339(step.at), who.player, step.command, first, last, who.seat))


def told() -> tuple[SaltedEvent, ...]:
    return decode_events(entries(), RALLY.seed)


def stages() -> list[Table]:
    """Return the table after every command."""
    return [step.after for step in RALLY.steps]


def seen(steps: int | None = None) -> TableAtVersion:
    log = entries(steps)
    head = extend(first_head(RALLY.table), RALLY.seed, log)
    return TableAtVersion(RALLY.table, RALLY.steps[:steps][-1].after, len(log), head, RALLY.seed)


def players(state: Table) -> list[PlayerId]:
    assert not isinstance(state, NotOpened)
    return [sitter.player for sitter in state.sitters]
