"""Every operation of the API, once: for the application and for its document."""

from typing import Any

from api import (
    catalogue,
    commands,
    events,
    health,
    history,
    players,
    problems,
    seats,
    stream,
    tables,
    tickets,
)

OPERATIONS: tuple[Any, ...] = (
    *catalogue.HANDLERS,
    *players.HANDLERS,
    *tables.HANDLERS,
    *seats.HANDLERS,
    *commands.HANDLERS,
    *events.HANDLERS,
    *stream.HANDLERS,
    *tickets.HANDLERS,
    *history.HANDLERS,
    *health.HANDLERS,
    problems.explain,
)
