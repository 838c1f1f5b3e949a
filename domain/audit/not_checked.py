"""What a verdict does not say: a PASS must not be taken for more than was done."""

from collections.abc import Sequence

from domain.audit.ledger import Ledger, opening_of
from domain.kernel.messages import Event
from domain.table.events import (
    DeadlineMoved,
    LuckRevealed,
    TableClosed,
    TableForked,
    TableStarted,
)

NO_RECEIPTS = "whether this history was shown to everybody: no receipt was given to compare with"
NO_WITNESS = "the public log: a second history of the same table is not excluded"
TIMES = "times: they are the operator's word, and so is who was late"
UNTIL_THE_END = "what is sealed, every draw, and every command but your own: only after the end"


def of_running() -> tuple[str, ...]:
    """Return what was not checked of a table that is still played."""
    return (UNTIL_THE_END, TIMES, NO_WITNESS)


def of_closed(ledger: Ledger, rewards_judged: bool, receipts: bool) -> tuple[str, ...]:
    """Return what was not checked of a closed table that is otherwise correct."""
    found: list[str] = []
    follows = opening_of(ledger).follows
    if follows is not None and not rewards_judged:
        found.append(f"rewards from table {follows.table}: give its history with `--with`")
    events = [each.event for each in ledger.recorded]
    closed = events[-1]
    if isinstance(closed, TableClosed) and closed.outcome is None:
        found.append(f"an outcome: the table is {closed.reason}")
    if not _has_sealed_luck(events):
        found.append("who chose the luck: nobody gave sealed luck, so the operator could choose it")
    moved = sum(isinstance(each, DeadlineMoved) for each in events)
    if moved:
        found.append(f"{moved} moved deadlines: the outages behind them are the operator's word")
    spent = _unspent(ledger)
    if spent:
        found.append(f"that {', '.join(spent)} spent their rewards at another table")
    if not receipts:
        found.append(NO_RECEIPTS)
    return (*found, TIMES, NO_WITNESS)


def _has_sealed_luck(events: Sequence[Event]) -> bool:
    """Return whether a share was revealed; those of the table before do not count in a fork."""
    forks = [place for place, each in enumerate(events) if isinstance(each, TableForked)]
    own = events[forks[-1] :] if forks else events
    return any(isinstance(each, LuckRevealed) for each in own)


def _unspent(ledger: Ledger) -> list[str]:
    """Return players who carried rewards but started without them."""
    carried = {each.player for each in opening_of(ledger).carried}
    for each in ledger.recorded:
        if isinstance(each.event, TableStarted):
            pairs = zip(each.event.players, each.event.rewards, strict=False)
            return sorted(player for player, rewards in pairs if player in carried and not rewards)
    return []
