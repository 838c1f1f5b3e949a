"""The table of a request as a parameter of operations, if the caller may see it."""

from typing import Annotated, TypeAlias

from api.http.access import seen_table, watched_history, watched_table
from api.http.answers import AsgiAnswer
from api.http.callers import MaybeReader
from api.http.injection import AnyRequest, Needs
from api.http.operation import Answer
from api.http.params import TablePath
from domain.judging.live_table import LiveTable
from projections.seat_view.view import TableSeen


async def _seen(request: AnyRequest, table: TablePath, caller: MaybeReader) -> LiveTable:
    return await seen_table(request, table, caller)


async def _watched(request: AnyRequest, table: TablePath, caller: MaybeReader) -> LiveTable:
    return await watched_table(request, table, caller)


async def _history(request: AnyRequest, table: TablePath, caller: MaybeReader) -> LiveTable:
    return await watched_history(request, table, caller)


SeenTable: TypeAlias = Annotated[LiveTable, Needs(_seen)]
WatchedTable: TypeAlias = Annotated[LiveTable, Needs(_watched)]
WatchedHistory: TypeAlias = Annotated[LiveTable, Needs(_history)]  # its rules may be missing
NewTable: TypeAlias = Annotated[AsgiAnswer, Answer(TableSeen, 201, ("Location", "ETag"))]
