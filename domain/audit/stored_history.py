"""The same for what lies in the store: also for tables that are still being played."""

from domain.audit.finding import Flaw, Flawed, Progress, first, silent
from domain.audit.ledger import Ledger, ledger_of
from domain.audit.luck import unlucky
from domain.audit.replay import difference
from domain.audit.seed_reveal import stages
from domain.judging.live_table import ChainBroken, restored
from domain.judging.stored import Stored
from domain.kernel.rejection import Rejected
from domain.table.events import TableClosed


def damage(
    table: str, stored: Stored, quick: bool = False, progress: Progress = silent
) -> Flaw | None:
    """What is wrong with a stored table; `quick` leaves out the luck and the rules."""
    try:
        ledger = sound(table, stored)
        parts = stages(ledger)
    except Flawed as flawed:
        return flawed.flaw
    return None if quick else first(unlucky(ledger, parts), difference(ledger, progress=progress))


def sound(table: str, stored: Stored) -> Ledger:
    """It has every version, leads to its head, folds, and reveals no other seed; or Flawed."""
    for place, entry in enumerate(stored.entries, 1):
        if entry.version != place:
            raise Flawed("chain", place, "A version is missing, or stands twice.")
    ledger = ledger_of(table, stored)
    for recorded, place in zip(ledger.recorded, range(1, stored.version + 1), strict=True):
        if recorded.version != place:
            raise Flawed("chain", place, f"Event {recorded.version} stands in its place.")
        if isinstance(recorded.event, TableClosed) and recorded.event.seed != stored.seed.hex():
            raise Flawed("seed", place, "The seed it reveals is not the one it was played with.")
    try:
        restored(table, stored)
    except ChainBroken:
        raise Flawed("chain", None, "The events do not lead to the head.") from None
    except Rejected as unknown:
        raise Flawed("rules", 1, unknown.detail) from None
    except Exception as fault:  # noqa: BLE001 - a changed history may hold anything
        raise Flawed("chain", None, f"The events cannot be folded ({fault!r}).") from None
    if ledger.commands and ledger.commands[0].first == 1:
        return ledger
    raise Flawed("chain", 1, "No command has caused it.")
