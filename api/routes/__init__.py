"""All operations of the API, listed once for the application and for its document."""

from typing import Any

from api.problems import handlers
from api.routes import (
    audits,
    commands,
    deliveries,
    events,
    feed,
    forks,
    games,
    health,
    history,
    leaderboard,
    luck,
    players,
    receipts,
    recovery,
    seats,
    stream,
    tables,
    tickets,
    tokens,
    views,
    webhooks,
)

OPERATIONS: tuple[Any, ...] = (
    *games.HANDLERS,
    *leaderboard.HANDLERS,
    *players.HANDLERS,
    *recovery.HANDLERS,
    *tokens.HANDLERS,
    *tables.HANDLERS,
    *seats.HANDLERS,
    *luck.HANDLERS,
    *commands.HANDLERS,
    *events.HANDLERS,
    *stream.HANDLERS,
    *feed.HANDLERS,
    *tickets.HANDLERS,
    *views.HANDLERS,
    *history.HANDLERS,
    *receipts.HANDLERS,
    *webhooks.HANDLERS,
    *deliveries.HANDLERS,
    *forks.HANDLERS,
    *audits.HANDLERS,
    *health.HANDLERS,
    handlers.explain,
)
