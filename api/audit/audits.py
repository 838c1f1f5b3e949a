"""Audits: a worker checks the whole history of a table; clients poll for the report."""

from typing import Annotated, Literal, NamedTuple

from litestar import Response
from litestar.params import FromPath
from msgspec import json

from api.admission.caller import CALLER
from api.admission.replay_budget import AUDIT, Work
from api.http.access import WatchedTable
from api.http.callers import MaybeReader
from api.http.decoding import require_no_body
from api.http.injection import AnyRequest, Part
from api.http.operation import Answer, Link, get, post
from api.problems.faults import NoBodyAllowed
from api.problems.handlers import ApiProblem
from application.ports.audits import Audits, StoredAudit
from application.ports.jobs import Jobs
from application.ports.world import World
from application.quotas import Quotas
from application.world import new_id
from domain.audit.both_editions import AuditReport
from domain.judging.live_table import LiveTable
from domain.kernel.ids import Moment, TableId, is_id, rfc3339
from domain.kernel.messages import Value

FRESH = {"Cache-Control": "no-cache"}
_reports = json.Decoder(AuditReport)


class Progress(Value, frozen=True):
    """The number of events checked so far, and of all events to check."""

    done: int
    """How many events were checked so far."""
    total: int
    """How many events there are to check."""


class AuditSeen(Value, frozen=True):
    """An audit of a table; `report` is null until `status` is `done`."""

    id: str
    """The id of the audit."""
    table: TableId
    status: Literal["queued", "running", "done"]
    """`queued`, `running`, or `done` once `report` has the result."""
    asked_at: Moment
    progress: Progress
    """How far it has come."""
    report: AuditReport | None
    """The report; null until it is done."""


class AuditDesk(NamedTuple):
    """Takes requests for audits, and says how far they are."""

    audits: Audits
    jobs: Jobs
    world: World
    patience: float  # seconds without progress after which an audit is queued again

    async def ask(self, live: LiveTable) -> AuditSeen:
        """Queue an audit of a table, unless one is in progress."""
        new = new_id(self.world)
        audit = await self.audits.ask(new, live.table, self.world.now(), live.version)
        if audit == new:
            await self.jobs.enqueue("audit", audit)
        seen = await self.up_to_date(audit)
        assert seen is not None  # reports are kept for a week
        return seen

    async def up_to_date(self, audit: str) -> AuditSeen | None:
        """Return an audit as it is now; queue it again if it made no progress for too long."""
        stored, now = await self.audits.find(audit), self.world.now()
        if stored is None:
            return None
        if stored.report is None and now - stored.touched > 1000 * self.patience:
            await self.jobs.enqueue("audit", audit)
            await self.audits.touch(audit, now, stored.done)
        return _seen(stored)


@post(
    "/v1/tables/{table:str}/audits",
    "Audit a table",
    "Audit queued, or the audit of this table that is already in progress.",
    links=(Link("getAudit", {"audit": "$response.body#/id"}),),
)
async def audit_table(
    request: AnyRequest,
    live: WatchedTable,
    caller: MaybeReader,
    desk: Part[AuditDesk],
    work: Part[Work],
    quotas: Part[Quotas],
) -> Annotated[Response[AuditSeen], Answer(AuditSeen, 202, ("Location",))]:
    """Queues an audit. A worker checks the hash chain, and repeats every draw and every command.

    The worker applies the edition of the rules that the table was opened with, and the current
    edition. The report has the first difference under each. No token is needed. A table has at most
    one audit in progress; a second request returns the first. Send no body. Poll `Location` for the
    report.
    """
    await require_no_body(request, NoBodyAllowed())
    work.charge(AUDIT * live.version)
    await quotas.audit(caller or CALLER.get().address)
    seen = await desk.ask(live)
    headers = {**FRESH, "Location": f"/v1/audits/{seen.id}"}
    return Response(seen, status_code=202, headers=headers)


@get(
    "/v1/audits/{audit:str}",
    "Get an audit",
    "The status and progress of the audit, and its report when it is done.",
)
async def get_audit(
    audit: FromPath[str], desk: Part[AuditDesk]
) -> Annotated[Response[AuditSeen], Answer(AuditSeen)]:
    """Returns an audit and, once it is done, its report. No token is needed.

    The server keeps reports for a week. If the worker of an audit fails, the audit starts again.
    """
    seen = await desk.up_to_date(audit) if is_id(audit) else None
    if seen is None:
        raise ApiProblem("no_such_audit")
    return Response(seen, headers=FRESH)


def _seen(stored: StoredAudit) -> AuditSeen:
    report = None if stored.report is None else _reports.decode(stored.report)
    begun: Literal["queued", "running"] = "running" if stored.touched > stored.asked else "queued"
    return AuditSeen(
        stored.id,
        stored.table,
        "done" if report else begun,
        rfc3339(stored.asked),
        Progress(stored.done, stored.total),
        report,
    )
