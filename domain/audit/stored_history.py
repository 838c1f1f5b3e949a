"""Checks a stored table, finished or still being played."""

from domain.audit.finding import WHOLE, CheckFailed, Flaw, Progress, ignore_progress
from domain.audit.first_flaw import first_flaw
from domain.audit.ledger import Ledger, ledger_of
from domain.audit.seed_reveal import stages
from domain.games import UNKNOWN_RULES
from domain.judging.live_table import ChainBroken, restored
from domain.judging.stored import Stored
from domain.kernel.rejection import Rejected
from domain.table.events import TableClosed


def find_flaw(
    table: str, stored: Stored, quick: bool = False, progress: Progress = ignore_progress
) -> Flaw | None:
    """Return the first flaw of a stored table; `quick` leaves out the draws and the rules."""
    try:
        ledger = checked_ledger(table, stored)
        parts = stages(ledger)
    except CheckFailed as failed:
        return failed.flaw
    if quick:
        return None
    return first_flaw(ledger, parts, progress)


def checked_ledger(table: str, stored: Stored) -> Ledger:
    """Return the ledger of a stored table, or raise CheckFailed.

    Checked are its versions, its chain up to the head, that it folds, and the seed it reveals.
    """
    for place, entry in enumerate(stored.entries, 1):
        if entry.version != place:
            raise CheckFailed("chain", place, "A version is missing or repeated.", "version")
    ledger = ledger_of(table, stored)
    for recorded, place in zip(ledger.recorded, range(1, stored.version + 1), strict=True):
        if recorded.version != place:
            raise CheckFailed(
                "chain", place, f"Event {recorded.version} is in its place.", "event.version"
            )
        if isinstance(recorded.event, TableClosed) and recorded.event.seed != stored.seed.hex():
            raise CheckFailed(
                "seed", place, "The revealed seed is not the seed of the table.", "event.data.seed"
            )
    try:
        restored(table, stored)
    except ChainBroken:
        raise CheckFailed("chain", WHOLE, "The events do not match the head.", "head") from None
    except Rejected as unknown:
        raise CheckFailed(UNKNOWN_RULES, 1, unknown.detail, "event.data.rules_version") from None
    except Exception as fault:  # noqa: BLE001 - a changed history may hold anything
        raise CheckFailed(
            "chain", WHOLE, f"The events cannot be applied ({fault!r}).", "event"
        ) from None
    if ledger.commands and ledger.commands[0].first == 1:
        return ledger
    raise CheckFailed("chain", 1, "No command caused this event.", "command")
