"""The row of a table as it is stored beside its head: what indexes need, and what moves change.

Both parts begin with the number of their form. A row in another form is folded from the events.
"""

from functools import lru_cache
from typing import Any, get_type_hints

import msgspec
from msgspec import json
from msgspec.structs import asdict

from domain.judging.rows.row import Row
from domain.judging.stored import RowParts
from domain.kernel.ids import TableId

FORM = b"1"  # of both parts; a digit, which JSON arrays do not begin with
MOST_KEPT = 1_024  # decoded rows: lists read the same ones again and again
MOVING = ("awaited", "deadline", "clocks")  # what moves change
LASTING = tuple(
    name for name in Row.__struct_fields__ if name not in (*MOVING, "id", "version")
)  # id and version are stored with the head


def _decoder(names: tuple[str, ...]) -> "json.Decoder[Any]":
    """Return a decoder of arrays of these fields of a row."""
    types = get_type_hints(Row, include_extras=True)
    fields = [(name, types[name]) for name in names]
    return json.Decoder(msgspec.defstruct("RowPart", fields, array_like=True))


_lasting, _moving = _decoder(LASTING), _decoder(MOVING)
_rows = json.Decoder(Row)


def encode_lasting(row: Row) -> bytes:
    """Return what indexes and the lobby need of a row, as it is stored."""
    return FORM + json.encode([getattr(row, name) for name in LASTING])


def encode_moving(row: Row) -> bytes:
    """Return what moves change of a row, as it is stored."""
    return FORM + json.encode([getattr(row, name) for name in MOVING])


def has_own_form(parts: RowParts | None) -> bool:
    """Return whether a stored row has the form of this version of the server."""
    return parts is not None and all(part.startswith(FORM) for part in parts)


@lru_cache(maxsize=MOST_KEPT)
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
