"""Parameters that several operations share."""

from typing import Annotated, Any, Literal, TypeAlias

from litestar.params import HeaderParameter, PathParameter, QueryParameter

from api.problems.handlers import ApiProblem
from api.problems.refusals import UnknownGame
from domain.games import GAMES
from domain.judging.commit import Key
from domain.kernel.ids import LANGUAGES, Lang

LONGEST_LANGUAGES = 1000  # characters of `Accept-Language`
LONGEST_TAGS = 200  # characters of `If-None-Match`
TablePath: TypeAlias = Annotated[str, PathParameter(description="Id of the table.")]
SeatQuery: TypeAlias = Annotated[
    int | None,
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
GameKey: Any = Literal[tuple(GAMES)]
GameQuery: TypeAlias = Annotated[
    GameKey | None, QueryParameter(name="game", description="Return only tables of this game.")
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
    str | None,
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
    str | None,
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
    str | None,
    HeaderParameter(
        name="Prefer",
        max_length=200,
        description="`return=representation` adds `state` to the answer: the view and the actions"
        " of your seat after the command. Other preferences are ignored.",
    ),
]
DecisionHeader: TypeAlias = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        min_length=1,
        max_length=200,
        description="The `ETag` of the actions or of the table. The server rejects the command if"
        " it has changed.",
    ),
]


def idempotency_key(text: str | None, *body: bytes) -> Key | None:
    """Return the key of a command together with what must be the same when it is repeated."""
    return Key(text, b"\x00".join(body)) if text is not None else None


def game_key(text: str) -> str:
    """Return the key of a game in a path; raises 404 `no_such_game`."""
    if text not in GAMES:
        raise ApiProblem(UnknownGame(text), "game")
    return text
