"""The report of an audit: is the history sound, and would it be judged the same, then and now?"""

from domain.audit.finding import Flaw, Flawed, Progress, silent
from domain.audit.luck import unlucky
from domain.audit.replay import difference, newest, rules_of
from domain.audit.seed_reveal import stages
from domain.audit.stored_history import sound
from domain.judging.stored import Stored
from domain.kernel.messages import Value
from domain.kernel.rejection import Rejected
from domain.table.events import TableClosed

CLOSED = f'"type":"{TableClosed.type}"'.encode()  # in the bytes of an event, however damaged


class Judged(Value, frozen=True):
    """Every command judged again under one version of the rules."""

    rules_version: str
    same: bool
    difference: Flaw | None  # the first


class AuditReport(Value, frozen=True):
    """`flaw`: what is wrong with chain, seed or luck, if anything; nothing is judged then."""

    version: int
    head: str
    flaw: Flaw | None
    under_own: Judged | None
    under_current: Judged | None


def audited(table: str, stored: Stored, progress: Progress = silent) -> AuditReport:
    """`progress` is told of every event once for each version of the rules."""
    head = stored.head.hex()
    try:
        ledger = sound(table, stored)
        flaw = unlucky(ledger, stages(ledger))
        own, now = rules_of(ledger), newest(ledger)
    except Flawed as flawed:
        return AuditReport(stored.version, head, _discreet(flawed.flaw, stored), None, None)
    except Rejected as unknown:
        return AuditReport(stored.version, head, Flaw("rules", 1, unknown.detail), None, None)

    def judged(rules: str) -> Judged:
        found = _discreet(difference(ledger, rules, progress), stored)
        return Judged(rules, found is None, found)

    then = judged(own)
    again = then if now == own else judged(now)
    return AuditReport(stored.version, head, _discreet(flaw, stored), then, again)


def _discreet(flaw: Flaw | None, stored: Stored) -> Flaw | None:
    """While a table is played nobody is told why: the reason may name what is hidden."""
    if flaw is None or CLOSED in stored.entries[-1].event:
        return flaw
    return Flaw(flaw.check, flaw.version, "More can be said when the table is closed.")
