"""The seeds a history reveals: each table in a chain of forks has an id and a seed of its own."""

from collections.abc import Iterator

from domain.audit.finding import CheckFailed
from domain.audit.ledger import Ledger, opening_of
from domain.fairness.chain import extend, first_head
from domain.fairness.seed import commitment
from domain.kernel.messages import Value
from domain.table.events import TableForked

MOST_FORKS = 20  # forks of forks; checking each costs the whole chain before it


class Stage(Value, frozen=True):
    """The events from version `first` to `last`, played at one table with one seed."""

    table: str
    seed: bytes
    first: int
    last: int


def stages(ledger: Ledger) -> tuple[Stage, ...]:
    """Return the stages; raise CheckFailed if a seed or the beginning of a fork is wrong."""
    opened = opening_of(ledger)
    found: list[Stage] = []
    if sum(1 for _ in _forks(ledger)) > MOST_FORKS:
        raise CheckFailed("seed", None, f"The table is a fork of more than {MOST_FORKS} forks.")
    table, promised, first = opened.table, opened.commitment, 1
    for forked, version in _forks(ledger):
        seed = _parent_seed(ledger, forked, table, version)
        _check_commitment(table, seed, promised, first)
        found.append(Stage(table, seed, first, version - 1))
        table, promised, first = forked.table, forked.commitment, version
    if table != ledger.table:
        raise CheckFailed("seed", first, "This is the history of another table.")
    _check_commitment(table, ledger.seed, promised, first)
    return (*found, Stage(table, ledger.seed, first, len(ledger.events)))


def _forks(ledger: Ledger) -> Iterator[tuple[TableForked, int]]:
    for recorded in ledger.recorded:
        if isinstance(recorded.event, TableForked):
            yield recorded.event, recorded.version


def _parent_seed(ledger: Ledger, forked: TableForked, table: str, version: int) -> bytes:
    """Return the seed of the parent, whose chain must lead to the beginning of the fork."""
    if (forked.of.table, forked.of.version) != (table, version - 1):
        raise CheckFailed("seed", version, "The fork does not continue from the version it names.")
    try:
        seed = bytes.fromhex(forked.of.seed)
    except ValueError:
        raise CheckFailed("form", version, "The seed is not hexadecimal.") from None
    head = extend(first_head(table), seed, 1, ledger.events[: version - 1])
    if head.hex() != forked.of.head or seed.hex() != forked.of.seed:
        raise CheckFailed(
            "seed", version, "The earlier events are not the history of the forked table."
        )
    return seed


def _check_commitment(table: str, seed: bytes, promised: str, version: int) -> None:
    if commitment(table, seed) != promised:
        raise CheckFailed("seed", version, "The seed does not match the commitment.")
