"""What may stand where a word was not understood: a refusal names the words it would have taken."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import inspect as shapes

MOST = 12  # a longer list helps nobody; it stands in the document
UNKNOWN = ("Invalid enum value", "Invalid value")  # how msgspec begins to say so


def helped(said: str, wanted: Any, path: str = "", sent: Any = None) -> str:
    """The complaint, and the words that fit at this place of what was sent."""
    if not said.startswith(UNKNOWN):
        return said
    kinds = list(_meant(_shape(wanted), sent))
    words: list[str] = []
    for name in path.split(".") if path else ():
        words = [str(k.tag) for k in kinds if _is_struct(k) and k.tag_field == name]
        sent = sent.get(name) if isinstance(sent, dict) else None
        fields = [f for k in kinds if _is_struct(k) for f in k.fields if f.encode_name == name]
        kinds = [meant for field in fields for meant in _meant(field.type, sent)]
    words += [str(v) for k in kinds if isinstance(k, shapes.LiteralType) for v in k.values]
    listed = ", ".join(dict.fromkeys(words))
    return f"{said}; known: {listed}" if 0 < len(words) <= MOST else said


@cache
def _shape(wanted: Any) -> shapes.Type:
    return shapes.type_info(wanted)


def _meant(kind: Any, sent: Any) -> Iterator[Any]:
    """The types a value may have; of tagged ones that whose tag was sent, or else all."""
    if isinstance(kind, shapes.Metadata):
        yield from _meant(kind.type, sent)
    elif isinstance(kind, shapes.UnionType):
        kinds = [meant for each in kind.types for meant in _meant(each, sent)]
        told = sent if isinstance(sent, dict) else {}
        named = [
            k for k in kinds if _is_struct(k) and k.tag_field and told.get(k.tag_field) == k.tag
        ]
        yield from named or kinds
    else:
        yield kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, shapes.StructType)
