"""Rows as they are stored: what lasts, and what moves change."""

from functools import lru_cache
from operator import attrgetter
from typing import Any, get_type_hints

import msgspec
from msgspec import json
from msgspec.structs import asdict

from domain.judging.rows.row import Row
from domain.judging.stored import RowParts
from domain.kernel.ids import TableId

FORM = b"1"  # of both parts; a digit, which JSON arrays do not begin with
MOVING = ("awaited", "deadline", "clocks")  # what moves change
LASTING = tuple(
    name for name in Row.__struct_fields__ if name not in (*MOVING, "id", "version")
)  # id and version are stored with the head


def _decoder(names: tuple[str, ...]) -> "json.Decoder[Any]":
    """Return a decoder of arrays of these fields of a row."""
    fields = [(name, get_type_hints(Row, include_extras=True)[name]) for name in names]
    return json.Decoder(msgspec.defstruct("RowPart", fields, array_like=True))


_lasting, _moving = _decoder(LASTING), _decoder(MOVING)
_rows, _values = json.Decoder(Row), attrgetter(*LASTING)


def encode_lasting(row: Row) -> bytes:
    """Return what indexes and the lobby need of a row, as it is stored."""
    return FORM + json.encode(_values(row))


def encode_moving(row: Row) -> bytes:
    """Return what moves change of a row, as it is stored."""
    return FORM + json.encode((row.awaited, row.deadline, row.clocks))


def has_own_form(parts: RowParts | None) -> bool:
    """Return whether a stored row has the form of this version of the server."""
    return parts is not None and all(part.startswith(FORM) for part in parts)


@lru_cache(maxsize=1_024)  # lists read the same rows again and again
def decode_row(table: TableId, version: int, parts: RowParts | None) -> Row | None:
    """Return a stored row; None if it is not there, or in another form."""
    if parts is None or not has_own_form(parts):
        return None
    try:
        lasting = _lasting.decode(parts.lasting[len(FORM) :])
        moving = _moving.decode(parts.moving[len(FORM) :])
    except msgspec.MsgspecError:
        return None
    return Row(id=table, version=version, **asdict(lasting), **asdict(moving))


def decode_archived_row(body: bytes) -> Row | None:
    """Return a row of the archive; None if another version of the server has written it."""
    try:
        return _rows.decode(body)
    except msgspec.MsgspecError:
        return None
