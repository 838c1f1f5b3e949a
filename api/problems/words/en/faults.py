"""What is wrong with one part of a request, in English."""

from api.problems import faults
from application.webhooks.address import PATTERN
from domain.kernel.visible_text import WORDS
from domain.kernel.words.en import Names

_MOST = 12  # longer lists are in `allowed` alone
_SOURCES = {"body": "field", "query": "query parameter", "header": "header"}
_KINDS = {
    "integer": "an integer",
    "number": "a number",
    "string": "a string",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
    "null": "null",
}
_FORMS = {
    WORDS: "visible words, separated by single spaces",
    r"^[0-9a-f]{64}\Z": "64 of the digits 0 to 9 and a to f",
    PATTERN: "an address such as `https://example.org/hook`",
}

refusal_body_needed = "This operation needs a JSON body, and the request has none. Send one."
refusal_no_body_allowed = "This operation takes no body. Send the request without one."
refusal_no_options_at_start = (
    "This operation takes no body; choose options when you open the table."
)
refusal_no_character = "The body has half a surrogate pair (`\\ud800`), which is no character."
refusal_number_too_long = "A number in the body has too many digits."
refusal_nested_too_deeply = "The JSON of the body is nested too deeply."
refusal_body_cut_off = "The connection closed before the body arrived. Send the request again."
refusal_encoded_twice = (
    "The body must be an object, and is a string with JSON in it. Encode it once, not twice."
)
refusal_whole_action = "You sent a whole action. Send only its `command`, as it is in the action."
refusal_no_invitation_code = (
    "The header `Invitation` must be the code of an invitation: 1 to 64 visible ASCII characters."
)
refusal_no_min_version = "`min_version` must be a `Read-Version` or `<table>:<version>`."
refusal_range_reversed = "`to` must not be lower than `from`."
refusal_lobby_of_one_table = (
    "The lobby and the feed are about all tables. Omit `table`, or these events."
)
refusal_fault = (
    "The request does not match the OpenAPI document. Compare it with the example there."
)


def _part(fault: faults.Fault) -> str:
    if fault.field is None:
        return "The body"
    return f"The {_SOURCES[fault.source]} `{fault.field}`"


def _hint(fault: faults.Fault, what: str) -> str:
    """Return what the client may have meant, and what is allowed."""
    meant = f" Did you mean `{fault.meant}`?" if fault.meant else ""
    few = 0 < len(fault.allowed) <= _MOST
    known = f" {what}: {', '.join(f'`{each}`' for each in fault.allowed)}." if few else ""
    return meant + (known or (" `allowed` lists them." if fault.allowed else ""))


def _kinds(kinds: tuple[faults.Kind, ...]) -> str:
    return " or ".join(_KINDS[each] for each in kinds)


def _bounds(least: float | None, most: float | None) -> str:
    match least, most:
        case None, _:
            return f"at most {most:,}"
        case _, None:
            return f"at least {least:,}"
    return f"exactly {least:,}" if least == most else f"from {least:,} to {most:,}"


def refusal_missing_field(fault: faults.MissingField, names: Names) -> str:
    return f"{_part(fault)} is missing. Add it.{_hint(fault, 'Allowed')}"


def refusal_renamed_field(fault: faults.RenamedField, names: Names) -> str:
    return f"{_part(fault)} is missing; you sent its value as `{fault.sent}`. Rename it."


def refusal_unknown_field(fault: faults.UnknownField, names: Names) -> str:
    if fault.source == "query" and not fault.allowed:
        return f"This operation has no query parameter `{fault.field}`, and no other one."
    if fault.source == "query":
        return f"This operation has no query parameter `{fault.field}`.{_hint(fault, 'It has')}"
    return f"{_part(fault)} is unknown.{_hint(fault, 'Known')}"


def refusal_misplaced_field(fault: faults.MisplacedField, names: Names) -> str:
    if fault.belongs == "header":
        return f"`{fault.field}` is no query parameter. Send it as the header `{fault.meant}`."
    return f"`{fault.field}` is no query parameter. Send it in the JSON body."


def refusal_repeated_field(fault: faults.RepeatedField, names: Names) -> str:
    return f"{_part(fault)} was sent twice. Send it once."


def refusal_wrong_type(fault: faults.WrongType, names: Names) -> str:
    return (
        f"{_part(fault)} must be {_kinds(fault.wanted)}, not {fault.value or _KINDS[fault.sent]}."
    )


def refusal_quoted_value(fault: faults.QuotedValue, names: Names) -> str:
    return f'{_part(fault)} must be {fault.value}, not the string "{fault.value}". Omit the quotes.'


def refusal_unknown_value(fault: faults.UnknownValue, names: Names) -> str:
    return f'{_part(fault)} cannot be "{fault.value}".{_hint(fault, "Allowed")}'


def refusal_out_of_range(fault: faults.OutOfRange, names: Names) -> str:
    return f"{_part(fault)} must be {_bounds(fault.least, fault.most)}, not {fault.value:,}."


def refusal_wrong_length(fault: faults.WrongLength, names: Names) -> str:
    bounds = _bounds(fault.least or None, fault.most)
    counted = "characters" if fault.is_text else "elements"
    return f"{_part(fault)} must have {bounds} {counted}, and has {fault.length:,}."


def refusal_wrong_form(fault: faults.WrongForm, names: Names) -> str:
    if fault.pattern in _FORMS:
        return f"{_part(fault)} must be {_FORMS[fault.pattern]}."
    return f"{_part(fault)} must match the pattern `{fault.pattern}`."


def refusal_not_json(fault: faults.NotJson, names: Names) -> str:
    return f"The body is not valid JSON from line {fault.line}, column {fault.column}."


def refusal_not_utf8(fault: faults.NotUtf8, names: Names) -> str:
    return f"The body is not valid UTF-8 from byte {fault.byte}."


def refusal_no_constant(fault: faults.NoConstant, names: Names) -> str:
    return f"The body has {fault.text} in it, which is not JSON."


def refusal_wrapped_body(fault: faults.WrappedBody, names: Names) -> str:
    return f"Send the object in `{fault.field}` by itself, not the object around it."


def refusal_no_time(fault: faults.NoTime, names: Names) -> str:
    return f'The field `sandbox.clock` is "{fault.clock}", which is no time.'


def refusal_no_such_event_type(fault: faults.NoSuchEventType, names: Names) -> str:
    return f"There is no event type `{fault.value}`.{_hint(fault, 'Event types')}"


def refusal_no_such_option(fault: faults.NoSuchOption, names: Names) -> str:
    return f"{fault.game} has no option `{fault.option}`.{_hint(fault, 'Its options')}"


def refusal_several_faults(refusal: faults.SeveralFaults, names: Names) -> str:
    return f"{names.refusal(refusal.first)} `errors` lists all {refusal.count} faults."
