"""Hints in problems: the allowed values where an unknown one was sent."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import inspect as types

MOST = 12  # longer lists do not help; the document has them
UNKNOWN = ("Invalid enum value", "Invalid value")  # how msgspec's messages about them begin


def with_known_values(message: str, wanted: Any, path: str = "", sent: Any = None) -> str:
    """Return the message, with the values that are allowed at this path of the sent value."""
    if not message.startswith(UNKNOWN):
        return message
    kinds = list(_alternatives(_type_info(wanted), sent))
    values: list[str] = []
    for name in path.split(".") if path else ():
        values = [str(k.tag) for k in kinds if _is_struct(k) and k.tag_field == name]
        sent = sent.get(name) if isinstance(sent, dict) else None
        fields = [f for k in kinds if _is_struct(k) for f in k.fields if f.encode_name == name]
        kinds = [kind for field in fields for kind in _alternatives(field.type, sent)]
    values += [str(v) for k in kinds if isinstance(k, types.LiteralType) for v in k.values]
    known = ", ".join(dict.fromkeys(values))
    return f"{message}; allowed: {known}" if 0 < len(values) <= MOST else message


@cache
def _type_info(wanted: Any) -> types.Type:
    return types.type_info(wanted)


def _alternatives(kind: Any, sent: Any) -> Iterator[Any]:
    """Yield the types a value may have; of tagged structs the one with the sent tag, or all."""
    if isinstance(kind, types.Metadata):
        yield from _alternatives(kind.type, sent)
    elif isinstance(kind, types.UnionType):
        kinds = [inner for each in kind.types for inner in _alternatives(each, sent)]
        fields = sent if isinstance(sent, dict) else {}
        tagged = [
            k for k in kinds if _is_struct(k) and k.tag_field and fields.get(k.tag_field) == k.tag
        ]
        yield from tagged or kinds
    else:
        yield kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, types.StructType)
