"""Every notice that is due is delivered, or its failure is reported to the owner of the webhook."""

from collections.abc import Iterator

from application.ports.webhooks import Delivery, Hook
from application.setting_fields import STORE_SECONDS
from application.webhooks.notices import WebhookNotice, delivery, is_wanted, own_notices
from domain.judging.rows.notices import consequences, decode_notes
from domain.judging.rows.row import Row
from domain.kernel.ids import TableId, millis
from store.connect import Store
from tests.simulation.availability import Availability
from tests.simulation.receivers import Received, Receivers
from tests.simulation.truth import Truth
from workers.webhooks.courier import LEASE_MS

LATEST = 8.0  # seconds after the event, or after the last disturbance
LATE_READ = 7.5  # seconds that a lost reply of a reader may cost
LEASE = LEASE_MS / 1000  # seconds
MOST = 100_000  # deliveries of the log that are read


async def check_webhooks(
    url: str, truth: Truth, receivers: Receivers, owners: list[str]
) -> list[str]:
    async with Store(url, STORE_SECONDS, "simulated://queue") as store:
        found: list[str] = []
        for owner in owners:
            for hook in await store.webhooks.of(owner):
                logged = [each for _, each in await store.webhooks.deliveries(hook.id, MOST)]
                found += _missing(hook, truth, receivers, logged)
    return found


def check_punctual(
    truth: Truth, receivers: Receivers, availability: Availability, deaths: list[float]
) -> Iterator[str]:
    """Yield the deliveries that came late though their own receiver answered all the time.

    A webhook whose courier died during an attempt waits until the lease of the courier ends.
    """
    written = {
        (table.table, recorded.version): commit.true_time
        for table in truth.tables.values()
        for commit in table.commits
        for recorded in commit.events
    }
    latest = LATEST + (LATE_READ if availability.late_requests else 0.0)
    for came in receivers.received.values():
        at = written.get((came.table, came.version))
        if at is None or not receivers.was_good(came.host, at, came.at):
            continue
        leased = max((died + LEASE for died in deaths if died <= came.at), default=0.0)
        late = came.at - max(at, leased, availability.last_disturbance(came.at))
        if late > latest:
            yield f"webhook {came.webhook}: a delivery to {came.host} came {late:.1f} s late"


def _missing(
    hook: Hook, truth: Truth, receivers: Receivers, logged: list[Delivery]
) -> Iterator[str]:
    if hook.disabled is not None:
        return  # its owner is told, with the reason
    received = [each for each in receivers.received.values() if each.webhook == hook.id]
    told: list[Received | Delivery] = [*received, *logged]
    known = {each.id for each in told}
    newest: dict[TableId, int] = {}
    for each in told:
        if each.event == "your_turn" and each.table is not None:
            newest[each.table] = max(each.version or 0, newest.get(each.table, 0))
    for table_id, notice in _due(hook, truth):
        id_ = delivery(hook, table_id, notice).id
        if id_ in known:
            continue
        if notice.event == "your_turn" and newest.get(table_id, 0) > notice.version:
            continue  # a later one of the same table took its place
        yield f"webhook {hook.id}: {notice.event} of {table_id} {notice.version} was dropped"


def _due(hook: Hook, truth: Truth) -> Iterator[tuple[TableId, WebhookNotice]]:
    """Yield all notices that this webhook should get."""
    for table in truth.tables.values():
        row: Row | None = None
        for commit in table.commits:
            after = consequences(row, commit.events, millis(commit.events[0].at), not row)
            row = after.row
            if commit.store_ms <= hook.created:
                continue
            for notice in own_notices(decode_notes(after.notes)):
                if is_wanted(hook, notice, ""):
                    yield table.table, notice
