"""Every operation of the API, once: for the application and for its document."""

from typing import Any

from api import (
    audits,
    catalogue,
    commands,
    deliveries,
    events,
    forks,
    health,
    history,
    leaderboard,
    players,
    problems,
    seats,
    stream,
    tables,
    tickets,
    webhooks,
)

OPERATIONS: tuple[Any, ...] = (
    *catalogue.HANDLERS,
    *leaderboard.HANDLERS,
    *players.HANDLERS,
    *tables.HANDLERS,
    *seats.HANDLERS,
    *commands.HANDLERS,
    *events.HANDLERS,
    *stream.HANDLERS,
    *tickets.HANDLERS,
    *history.HANDLERS,
    *webhooks.HANDLERS,
    *deliveries.HANDLERS,
    *forks.HANDLERS,
    *audits.HANDLERS,
    *health.HANDLERS,
    problems.explain,
)
