"""Every notice that is due is delivered, or its failure is reported to the owner of the webhook."""

from collections.abc import Iterator

from application.ports.webhooks import Hook
from application.webhooks.notices import Notice, delivery, is_wanted, notices
from domain.kernel.ids import TableId
from domain.table.events import TableStarted
from store.connect import Store
from tests.simulation.receivers import Receivers
from tests.simulation.truth import Truth

MOST = 100_000  # deliveries of the log that are read


async def check_webhooks(
    url: str, truth: Truth, receivers: Receivers, owners: list[str]
) -> list[str]:
    async with Store(url, "simulated://queue") as store:
        found: list[str] = []
        for owner in owners:
            for hook in await store.webhooks.of(owner):
                logged = {each.id for _, each in await store.webhooks.deliveries(hook.id, MOST)}
                found += _missing(hook, truth, receivers, logged)
    return found


def _missing(
    hook: Hook, truth: Truth, receivers: Receivers, logged: set[str]
) -> Iterator[str]:
    if hook.disabled is not None:
        return  # its owner is told, with the reason
    heard = {(each.table, each.version) for each in receivers.received.values()
             if each.webhook == hook.id and each.event == "your_turn"}
    newest: dict[TableId, int] = {}
    for table, version in heard:
        newest[table] = max(version, newest.get(table, 0))
    for table_id, notice in _due(hook, truth):
        id_ = delivery(hook, table_id, notice).id
        if id_ in receivers.received or id_ in logged:
            continue
        if notice.event == "your_turn" and newest.get(table_id, 0) > notice.version:
            continue  # a later one of the same table took its place
        yield f"webhook {hook.id}: {notice.event} of {table_id} {notice.version} was dropped"


def _due(hook: Hook, truth: Truth) -> Iterator[tuple[TableId, Notice]]:
    """Yield all notices that this webhook should get."""
    for table in truth.tables.values():
        players: tuple[str, ...] = ()
        for commit in table.commits:
            for recorded in commit.events:
                if isinstance(recorded.event, TableStarted):
                    players = recorded.event.players
            if commit.store_ms <= hook.created:
                continue
            for notice in notices(commit.events, players):
                if is_wanted(hook, notice):
                    yield table.table, notice
