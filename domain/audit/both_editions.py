"""The report of an audit: the history is checked, then judged under its own and today's rules."""

from domain.audit.decoded_history import stages
from domain.audit.finding import CheckFailed, Flaw, Progress, ignore_progress
from domain.audit.luck import first_wrong_draw
from domain.audit.replay import current_rules, first_difference, rules_of
from domain.audit.stored_history import checked_fold
from domain.games import UNKNOWN_RULES
from domain.judging.stored import Stored
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.end_events import TableClosed

CLOSED = f'"type":"{TableClosed.type}"'.encode()  # found in the bytes of a damaged event, too


class Judged(Value, frozen=True):
    """The result of repeating every command under one edition of the rules."""

    rules_version: str
    """The edition of the rules."""
    same: bool
    """Whether both are the same."""
    difference: Flaw | None  # the first
    """The first difference that was found."""


class AuditReport(Value, frozen=True):
    """The report of an audit. If `flaw` is set, the chain, the seed or a draw is wrong."""

    version: int
    """The version of the table: the number of its events so far."""
    head: str
    """The head of the hash chain. Keep it as a receipt."""
    flaw: Flaw | None
    """What is wrong, in a sentence."""
    under_own: Judged | None
    """The result under the rules of the table."""
    under_current: Judged | None
    """The result under the present rules."""


def audit_report(table: str, stored: Stored, progress: Progress = ignore_progress) -> AuditReport:
    """Return the report; `progress` counts every event once for each edition of the rules."""
    head = stored.head.hex()
    try:
        history = checked_fold(table, stored).history
        parts = stages(history)
        flaw = first_wrong_draw(history, parts)
        own, current = rules_of(history), current_rules(history)
    except CheckFailed as failed:
        return AuditReport(stored.version, head, _without_secrets(failed.flaw, stored), None, None)
    except Rejected as unknown:
        return AuditReport(
            stored.version,
            head,
            Flaw(UNKNOWN_RULES, 1, unknown.detail, "event.data.rules_version"),
            None,
            None,
        )

    def judged(rules: str) -> Judged:
        found = _without_secrets(first_difference(history, parts, rules, progress), stored)
        return Judged(rules, found is None, found)

    under_own = judged(own)
    under_current = under_own if current == own else judged(current)
    flaw = _without_secrets(flaw, stored)
    return AuditReport(stored.version, head, flaw, under_own, under_current)


def _without_secrets(flaw: Flaw | None, stored: Stored) -> Flaw | None:
    """Leave out the reason while the table is played: it may name what is hidden."""
    if flaw is None or CLOSED in stored.entries[-1].events[-1]:
        return flaw
    return Flaw(
        flaw.check, flaw.version, "The reason is available when the table has closed.", "event"
    )
