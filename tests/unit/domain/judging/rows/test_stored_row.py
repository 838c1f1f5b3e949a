"""The stored form of rows: another one is never mistaken for it."""

import hashlib

from domain.judging.rows.row import (
    FORM,
    LASTING,
    MOVING,
    Row,
    decode_row,
    encode_lasting,
    encode_moving,
    has_own_form,
)
from domain.judging.stored import RowParts

ROW = Row(
    id="t" * 26,
    game="asterix",
    status="running",
    version=7,
    host="h" * 26,
    private=False,
    options={"a": 1},
    size=4,
    players=("a" * 26, "b" * 26),
    opened_at="2026-01-01T12:00:00.000Z",
    awaited=(1,),
    deadline="2026-01-01T12:01:00.000Z",
)
PARTS = RowParts(encode_lasting(ROW), encode_moving(ROW))


def test_a_row_is_read_as_it_was_stored() -> None:
    assert decode_row(ROW.id, ROW.version, PARTS) == ROW


def test_a_row_in_another_form_is_none() -> None:
    other = PARTS._replace(moving=b"9" + PARTS.moving[1:])
    assert not has_own_form(other)
    assert decode_row(ROW.id, ROW.version, other) is None
    assert decode_row(ROW.id, ROW.version, None) is None
    assert decode_row(ROW.id, ROW.version, PARTS._replace(lasting=FORM + b"[1]")) is None


def test_other_fields_need_another_number() -> None:
    """If this fails, the fields of rows have changed: raise FORM, and write the new digest here."""
    named = repr([(name, str(Row.__annotations__[name])) for name in (*LASTING, *MOVING)])
    digest = hashlib.sha256(named.encode()).hexdigest()[:16]
    assert (FORM, digest) == (b"1", "57df712ba31d7275")
