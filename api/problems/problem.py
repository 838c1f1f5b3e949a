"""The body of an error: a problem as in RFC 9457, with every fault of the request."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.ids import Moment
from domain.kernel.messages import Value


class FieldError(Value, frozen=True, omit_defaults=True, kw_only=True):
    """What is wrong with one part of a request."""

    field: Annotated[
        str | None,
        Meta(
            description="The field of the body (`options.rounds`, `steps[1]`), the query parameter"
            " or the header; absent if the whole body is wrong."
        ),
    ] = None
    code: Annotated[
        str,
        Meta(
            description="The kind of fault, such as `missing_field`, `unknown_field`, `wrong_type`,"
            " `unknown_value`, `out_of_range`; or the code of the problem."
        ),
    ]
    message: Annotated[str, Meta(description="What is wrong with it, and what to send instead.")]
    allowed: Annotated[
        tuple[str, ...], Meta(description="The names or values that are allowed there.")
    ] = ()
    did_you_mean: Annotated[
        str | None, Meta(description="The allowed name or value that is most like the sent one.")
    ] = None


class Problem(Value, frozen=True, omit_defaults=True, kw_only=True):
    """An error, as in RFC 9457."""

    type: Annotated[
        str, Meta(description="A path that explains the problem. Its last part is the code.")
    ]
    title: Annotated[
        str, Meta(description="A short title, the same for every problem of this type.")
    ]
    status: Annotated[int, Meta(description="The HTTP status of this response.")]
    detail: Annotated[str, Meta(description="What is wrong with this request, and what to do.")]
    instance: Annotated[str, Meta(description="The path of the request.")]
    request_id: Annotated[
        str | None,
        Meta(description="The id of the request, as in `Request-Id`. Name it when you report it."),
    ] = None
    rule: Annotated[
        str | None,
        Meta(description="The id of the rule that forbids the command; `getRules` has its text."),
    ] = None
    field: Annotated[
        str | None,
        Meta(description="The part of the request that is wrong; the first of `errors`."),
    ] = None
    errors: Annotated[
        tuple[FieldError, ...],
        Meta(description="Every fault of the request; absent if no part of it is to blame."),
    ] = ()
    version: Annotated[
        int | None, Meta(description="The present version of the table, where it matters.")
    ] = None
    limit: Annotated[int | None, Meta(description="The limit that was reached.")] = None
    reason: Annotated[
        str | None, Meta(description="The reason that an administrator has given.")
    ] = None
    until: Annotated[
        Moment | None, Meta(description="When it ends; absent if an administrator must end it.")
    ] = None
