"""Finds all faults of a value that msgspec has rejected, by its type; valid values never get here.

A law compares the verdicts with msgspec's.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as types

from api.problems import faults
from api.problems.faults import Fault, Kind, Source

LONGEST_SHOWN = 60  # characters of a sent value in a message
_KINDS: dict[Any, Kind] = {
    types.IntType: "integer",
    types.FloatType: "number",
    types.StrType: "string",
    types.LiteralType: "string",
    types.BoolType: "boolean",
    types.VarTupleType: "array",
    types.TupleType: "array",
    types.StructType: "object",
    types.NoneType: "null",
}
_SENT: dict[type, Kind] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
    type(None): "null",
}
_LARGEST = 2**53 - 1  # that a client in any language can count to
_READ: dict[Kind, Any] = {"integer": int, "number": float, "boolean": bool}


class _At(NamedTuple):
    """A part of a request: its name, and where it is."""

    field: str | None
    source: Source

    def inside(self, name: str) -> "_At":
        return _At(f"{self.field}.{name}" if self.field else name, self.source)

    def element(self, number: int) -> "_At":
        return _At(f"{self.field or ''}[{number}]", self.source)


def faults_of_value(
    wanted: Any, sent: Any, source: Source = "body", field: str | None = None
) -> Iterator[Fault]:
    """Yield what is wrong with a value; one of a query or a header is a text."""
    yield from _faults(_kinds_of(wanted), sent, _At(field, source))


def unknown_value(sent: str, known: Iterable[str], source: Source, field: str | None) -> Fault:
    """Return the fault of a value that is none of the known ones."""
    allowed, shown = tuple(known), sent[:LONGEST_SHOWN]
    meant = most_like(shown, allowed)
    return faults.UnknownValue(
        value=shown, allowed=allowed, meant=meant, field=field, source=source
    )


def most_like(sent: str, known: Iterable[str]) -> str | None:
    """Return the known name that a client may have meant; the last part of it is enough."""
    plain = {_plain(name): name for name in known}
    for name in known:
        last = _plain(name.rpartition(".")[2])
        plain[last] = name if plain.get(last, name) == name else ""  # of two, none is meant
    found = get_close_matches(_plain(sent), plain, n=1, cutoff=0.7)
    return plain[found[0]] or None if found else None


def fields_of(wanted: Any) -> set[str]:
    """Return the names of the fields that a body may have."""
    structs = [k for k in _kinds_of(wanted) if isinstance(k, types.StructType)]
    return {name for kind in structs for name in _names(kind)}


def _plain(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).lower()


@cache
def _kinds_of(wanted: Any) -> list[Any]:
    return _alternatives(types.type_info(wanted))


def _alternatives(kind: Any) -> list[Any]:
    """Return the types that a value may have, without their descriptions."""
    if isinstance(kind, types.Metadata):
        return _alternatives(kind.type)
    if isinstance(kind, types.UnionType):
        return [inner for each in kind.types for inner in _alternatives(each)]
    return [kind]


def _faults(kinds: list[Any], sent: Any, at: _At) -> Iterator[Fault]:
    if at.source != "body":
        sent = _read(kinds, sent)
    name = _SENT[type(sent)]
    fitting = [kind for kind in kinds if _fits(kind, sent, name)]
    if not fitting:
        yield _wrong_type(kinds, sent, at)
    elif name == "object":
        yield from _faults_of_object(fitting, sent, at)
    elif name == "array":
        yield from _faults_of_array(fitting[0], sent, at)
    else:
        found = [list(_faults_of_scalar(kind, sent, at)) for kind in fitting]
        yield from [] if [] in found else found[0]


def _read(kinds: list[Any], text: str) -> Any:
    """Return the value that a text of a query or a header stands for."""
    for kind in kinds:
        wanted = _READ.get(_KINDS[type(kind)])
        if wanted is not None:
            try:
                return msgspec.convert(text, wanted, strict=False)
            except msgspec.ValidationError:
                continue
    return text


def _fits(kind: Any, sent: Any, name: Kind) -> bool:
    if isinstance(kind, types.LiteralType):
        return any(type(value) is type(sent) for value in kind.values)
    return _KINDS[type(kind)] == name or (name == "integer" and isinstance(kind, types.FloatType))


def _wrong_type(kinds: list[Any], sent: Any, at: _At) -> Fault:
    wanted = tuple(dict.fromkeys(_KINDS[type(kind)] for kind in kinds))
    if at.source == "body" and isinstance(sent, str):
        if at.field is None and sent.lstrip()[:1] in ("{", "["):
            return faults.EncodedTwice()
        if sent and type(_read(kinds, sent)) is not str:
            return faults.QuotedValue(value=sent[:LONGEST_SHOWN], **at._asdict())
    if at.source != "body":
        wanted = tuple(kind for kind in wanted if kind != "null")
    return _other_type(wanted, sent, at)


def _other_type(wanted: tuple[Kind, ...], sent: Any, at: _At) -> Fault:
    value = "" if isinstance(sent, list | dict) else json.dumps(sent, ensure_ascii=False)
    kind = _SENT[type(sent)]
    return faults.WrongType(wanted=wanted, sent=kind, value=value[:LONGEST_SHOWN], **at._asdict())


def _faults_of_scalar(kind: Any, sent: Any, at: _At) -> Iterator[Fault]:
    match kind:
        case types.LiteralType():
            if sent not in kind.values:
                yield unknown_value(str(sent), map(str, kind.values), at.source, at.field)
        case types.IntType() | types.FloatType():
            least = kind.ge if kind.gt is None else kind.gt + 1  # no number has such a bound
            most = kind.le if kind.lt is None else kind.lt - 1
            if not (least is None or sent >= least) or not (most is None or sent <= most):
                most = None if most == _LARGEST and sent < most else most
                value = int(sent) if sent == sent // 1 else sent
                yield faults.OutOfRange(least=least, most=most, value=value, **at._asdict())
        case types.StrType():
            wrong = list(
                _wrong_length(kind.min_length, kind.max_length, len(sent), at, is_text=True)
            )
            yield from wrong
            if not wrong and kind.pattern is not None and not re.search(kind.pattern, sent):
                yield faults.WrongForm(pattern=kind.pattern, **at._asdict())


def _wrong_length(
    min_length: int | None, most: int | None, length: int, at: _At, is_text: bool
) -> Iterator[Fault]:
    least = min_length or 0
    if length < least or (most is not None and length > most):
        yield faults.WrongLength(
            least=least, most=most, length=length, is_text=is_text, **at._asdict()
        )


def _faults_of_array(kind: Any, sent: list[Any], at: _At) -> Iterator[Fault]:
    if isinstance(kind, types.TupleType):
        items = kind.item_types
        yield from _wrong_length(len(items), len(items), len(sent), at, is_text=False)
    else:
        items = (kind.item_type,) * len(sent)
        yield from _wrong_length(kind.min_length, kind.max_length, len(sent), at, is_text=False)
    for number, (item, each) in enumerate(zip(items, sent, strict=False)):
        yield from _faults(_alternatives(item), each, at.element(number))


def _faults_of_object(kinds: list[Any], sent: dict[str, Any], at: _At) -> Iterator[Fault]:
    tag, tags = kinds[0].tag_field, {str(kind.tag): kind for kind in kinds}
    is_known = tag is None or (len(kinds) == 1 and at.field is not None and tag not in sent)
    kind = kinds[0] if is_known else tags.get(str(sent.get(tag)))
    if kind is not None:
        yield from _faults_of_fields(kind, sent, at)
    elif tag in sent:
        yield _unknown_tag(sent[tag], tags, at.inside(tag))
    else:
        yield _without_tag(tag, tags, sent, at)


def _without_tag(tag: str, tags: Mapping[str, Any], sent: dict[str, Any], at: _At) -> Fault:
    for name, inner in sent.items():
        if isinstance(inner, dict) and str(inner.get(tag)) in tags and at.field is None:
            wrapped = faults.WrappedBody(field=name)
            return wrapped if name != "command" else faults.WholeAction(field=name)
        if isinstance(inner, str) and inner in tags:
            return faults.RenamedField(sent=name, allowed=tuple(tags), **at.inside(tag)._asdict())
    return faults.MissingField(allowed=tuple(tags), **at.inside(tag)._asdict())


def _unknown_tag(sent: Any, tags: Iterable[str], at: _At) -> Fault:
    if not isinstance(sent, str):
        return _other_type(("string",), sent, at)
    of_one_game = [each for each in tags if each.partition(".")[0] == sent.partition(".")[0]]
    of_one_name = [each for each in tags if each.rpartition(".")[2] == sent.rpartition(".")[2]]
    return unknown_value(sent, of_one_game or of_one_name or tags, at.source, at.field)


def _faults_of_fields(kind: Any, sent: dict[str, Any], at: _At) -> Iterator[Fault]:
    known = _names(kind)
    for name in sent if kind.cls.__struct_config__.forbid_unknown_fields else ():
        if name not in known:
            shown = name[:LONGEST_SHOWN]
            unused = tuple(each for each in known if each not in sent)
            meant = most_like(shown, unused)
            yield faults.UnknownField(
                allowed=tuple(known), meant=meant, **at.inside(shown)._asdict()
            )
    for field in kind.fields:
        inside = at.inside(field.encode_name)
        if field.encode_name in sent:
            yield from _faults(_alternatives(field.type), sent[field.encode_name], inside)
        elif field.required:
            yield faults.MissingField(**inside._asdict())


def _names(kind: types.StructType) -> list[str]:
    return [*filter(None, [kind.tag_field]), *(field.encode_name for field in kind.fields)]
