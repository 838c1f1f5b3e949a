"""Parameters that several operations share.

The metadata of Litestar describes a parameter in the document and checks it; `Meta` repeats its
bounds for `CommandParameters`, which the framework does not check.
"""

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.params import HeaderParameter, PathParameter, QueryParameter
from msgspec import Meta

from domain.kernel.language import LANGUAGES, Lang

LONGEST_LANGUAGES = 1000  # characters of `Accept-Language`
LONGEST_TAGS = 200  # characters of `If-None-Match`
AnyRequest: TypeAlias = Request[Any, Any, Any]
TablePath: TypeAlias = Annotated[str, PathParameter(description="Id of the table.")]
SeatQuery: TypeAlias = Annotated[
    Annotated[int, Meta(ge=0, le=7)] | None,
    QueryParameter(
        name="seat", ge=0, le=7, description="One of your seats; required if you have several."
    ),
]
AfterQuery: TypeAlias = Annotated[
    int,
    QueryParameter(
        name="after",
        ge=0,
        le=2**53 - 1,
        description="The last version you have; you get later events.",
    ),
]
AtQuery: TypeAlias = Annotated[
    int | None,
    QueryParameter(
        name="at",
        ge=1,
        le=2**53 - 1,
        description="Return the state at this version instead of the latest.",
    ),
]
CursorQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(name="cursor", max_length=120, description="`next` of the previous page."),
]
LangQuery: TypeAlias = Annotated[
    Lang | None,
    QueryParameter(
        name="lang",
        description="Add a sentence in this language to every event. Without it,"
        " `Accept-Language` decides.",
    ),
]
LabelLang: TypeAlias = Annotated[
    Lang | None,
    QueryParameter(
        name="lang",
        description="The language of labels. Without it, `Accept-Language` decides; English is"
        " the default.",
    ),
]
AcceptLanguage: TypeAlias = Annotated[
    Annotated[str, Meta(max_length=LONGEST_LANGUAGES)] | None,
    HeaderParameter(
        name="Accept-Language",
        max_length=LONGEST_LANGUAGES,
        description="Languages you read, such as `fr, en;q=0.5`. The server knows"
        f" {' and '.join(f'`{lang}`' for lang in LANGUAGES)}.",
    ),
]
DryRunQuery: TypeAlias = Annotated[
    bool,
    QueryParameter(
        name="dry_run", description="Check the command and preview its events, but store nothing."
    ),
]
KeyHeader: TypeAlias = Annotated[
    Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")] | None,
    HeaderParameter(
        name="Idempotency-Key",
        min_length=1,
        max_length=64,
        pattern=r"^[\x21-\x7e]+$",
        description="A unique text. If you repeat a request with the same key, the server returns"
        " the first response and stores nothing.",
    ),
]
IfNoneMatch: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="If-None-Match", max_length=LONGEST_TAGS, description="The `ETag` of your copy."
    ),
]
PreferHeader: TypeAlias = Annotated[
    Annotated[str, Meta(max_length=200)] | None,
    HeaderParameter(
        name="Prefer",
        max_length=200,
        description="`return=representation` adds `state` to the answer: the view and the actions"
        " of your seat after the command. Other preferences are ignored.",
    ),
]
DecisionHeader: TypeAlias = Annotated[
    Annotated[str, Meta(min_length=1, max_length=200)] | None,
    HeaderParameter(
        name="If-Match",
        min_length=1,
        max_length=200,
        description="The `ETag` of the actions or of the table. The server rejects the command if"
        " it has changed.",
    ),
]
