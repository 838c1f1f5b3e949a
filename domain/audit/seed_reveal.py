"""Under which id and seed each part of a history was played; a fork begins another stage."""

from collections.abc import Iterator

from domain.audit.finding import Flawed
from domain.audit.ledger import Ledger
from domain.fairness.chain import extend, first_head
from domain.fairness.seed import commitment
from domain.kernel.messages import Value
from domain.table.events import TableForked, TableOpened

MOST_FORKS = 20  # forks of forks; verifying each costs the whole chain before it


class Stage(Value, frozen=True):
    """From version `first` to `last`, with a seed that was committed to at its beginning."""

    table: str
    seed: bytes
    first: int
    last: int


def stages(ledger: Ledger) -> tuple[Stage, ...]:
    """Every seed is the one that was committed to, every fork goes on where it says; or Flawed."""
    opened = ledger.recorded[0].event
    if not isinstance(opened, TableOpened):
        raise Flawed("rules", 1, "A history begins with the opening of its table.")
    found: list[Stage] = []
    if sum(1 for _ in _forks(ledger)) > MOST_FORKS:
        raise Flawed("seed", None, f"It is forked more than {MOST_FORKS} times.")
    table, promised, first = opened.table, opened.commitment, 1
    for forked, version in _forks(ledger):
        seed = _left(ledger, forked, table, version)
        _kept(table, seed, promised, first)
        found.append(Stage(table, seed, first, version - 1))
        table, promised, first = forked.table, forked.commitment, version
    if table != ledger.table:
        raise Flawed("seed", first, "This is the history of another table.")
    _kept(table, ledger.seed, promised, first)
    return (*found, Stage(table, ledger.seed, first, len(ledger.events)))


def _forks(ledger: Ledger) -> Iterator[tuple[TableForked, int]]:
    for recorded in ledger.recorded:
        if isinstance(recorded.event, TableForked):
            yield recorded.event, recorded.version


def _left(ledger: Ledger, forked: TableForked, table: str, version: int) -> bytes:
    """The seed of the table that was left, whose chain leads to where the fork begins."""
    if (forked.of.table, forked.of.version) != (table, version - 1):
        raise Flawed("seed", version, "It does not go on from where it says.")
    try:
        seed = bytes.fromhex(forked.of.seed)
    except ValueError:
        raise Flawed("form", version, "The seed is not hex.") from None
    head = extend(first_head(table), seed, 1, ledger.events[: version - 1])
    if head.hex() != forked.of.head or seed.hex() != forked.of.seed:
        raise Flawed("seed", version, "What came before is not the history it was forked from.")
    return seed


def _kept(table: str, seed: bytes, promised: str, version: int) -> None:
    if commitment(table, seed) != promised:
        raise Flawed("seed", version, "The seed is not the one that was committed to.")
