"""Every operation of the API, once: for the application and for its document."""

from typing import Any

from api import (
    audits,
    catalogue,
    commands,
    events,
    forks,
    health,
    history,
    players,
    problems,
    seats,
    tables,
)

OPERATIONS: tuple[Any, ...] = (
    *catalogue.HANDLERS,
    *players.HANDLERS,
    *tables.HANDLERS,
    *seats.HANDLERS,
    *commands.HANDLERS,
    *events.HANDLERS,
    *history.HANDLERS,
    *forks.HANDLERS,
    *audits.HANDLERS,
    *health.HANDLERS,
    problems.explain,
)
