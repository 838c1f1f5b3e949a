"""What is wrong with one part of a request, in facts; all faults of a request are returned."""

from typing import ClassVar, Literal, TypeAlias

from domain.kernel.messages import Refusal

Source: TypeAlias = Literal["body", "query", "header"]
Kind: TypeAlias = Literal["integer", "number", "string", "boolean", "array", "object", "null"]


class Fault(Refusal, code="malformed", kw_only=True):
    """One fault, which no subclass names; `kind` is its code in `errors`."""

    kind: ClassVar[str] = "malformed"
    field: str | None = None  # as the client sends it; None for the whole body
    source: Source = "body"
    allowed: tuple[str, ...] = ()
    meant: str | None = None  # of `allowed`, what is most like what was sent


class MissingField(Fault):
    kind = "missing_field"


class RenamedField(Fault, kw_only=True):
    """The value of a field was sent under another name."""

    kind = "missing_field"
    sent: str


class UnknownField(Fault):
    kind = "unknown_field"


class MisplacedField(Fault, kw_only=True):
    kind = "unknown_field"
    belongs: Source


class RepeatedField(Fault):
    kind = "repeated_field"


class WrongType(Fault, kw_only=True):
    kind = "wrong_type"
    wanted: tuple[Kind, ...]
    sent: Kind
    value: str  # as JSON; empty for an array or an object


class QuotedValue(Fault, kw_only=True):
    """A number or a boolean was sent as a text."""

    kind = "wrong_type"
    value: str


class UnknownValue(Fault, kw_only=True):
    kind = "unknown_value"
    value: str


class OutOfRange(Fault, kw_only=True):
    kind = "out_of_range"
    least: float | None
    most: float | None
    value: float


class WrongLength(Fault, kw_only=True):
    kind = "wrong_length"
    least: int
    most: int | None
    length: int
    is_text: bool  # whether characters are counted, not elements


class WrongForm(Fault, kw_only=True):
    kind = "wrong_form"
    pattern: str


class BodyNeeded(Fault):
    kind = "missing_body"


class NoBodyAllowed(Fault):
    kind = "unexpected_body"


class NoOptionsAtStart(Fault):
    kind = "unexpected_body"


class NotJson(Fault, kw_only=True):
    kind = "not_json"
    line: int
    column: int


class NotUtf8(Fault, kw_only=True):
    kind = "not_json"
    byte: int


class NoCharacter(Fault):
    """The body has half a surrogate pair."""

    kind = "not_json"


class NoConstant(Fault, kw_only=True):
    """The body has NaN or an infinite number in it."""

    kind = "not_json"
    text: str


class NumberTooLong(Fault):
    kind = "not_json"


class NestedTooDeeply(Fault):
    kind = "not_json"


class BodyCutOff(Fault):
    kind = "not_json"


class EncodedTwice(Fault):
    """The body is a text that has the JSON in it."""

    kind = "wrong_type"


class WholeAction(Fault):
    """An action was sent instead of its command."""

    kind = "wrapped_body"


class WrappedBody(Fault):
    """The right object was sent inside another one."""

    kind = "wrapped_body"


class NoInvitationCode(Fault):
    kind = "wrong_form"


class NoMinVersion(Fault):
    kind = "wrong_form"


class NoTime(Fault, code="bad_value", kw_only=True):
    kind = "wrong_form"
    clock: str


class RangeReversed(Fault, code="bad_value"):
    kind = "out_of_range"


class LobbyOfOneTable(Fault, code="bad_value"):
    kind = "excluded_field"


class NoSuchEventType(Fault, code="bad_value", kw_only=True):
    kind = "unknown_value"
    value: str


class NoSuchOption(Fault, code="bad_value", kw_only=True):
    kind = "unknown_value"
    game: str
    option: str


class SeveralFaults(Refusal, code="malformed"):
    first: Fault
    count: int
