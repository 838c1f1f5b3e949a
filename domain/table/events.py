"""The events of a table, whichever game is played at it."""

from typing import TypeAlias, get_args

from domain.kernel.messages import Event
from domain.table.clock_events import ClockEvent
from domain.table.end_events import EndEvent
from domain.table.opening_events import OpeningEvent

TableEvent: TypeAlias = OpeningEvent | ClockEvent | EndEvent
TABLE_EVENTS: frozenset[type[Event]] = frozenset(get_args(TableEvent))
