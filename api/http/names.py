"""Names that callers choose and others see."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from api.problems.handlers import ApiProblem
from api.problems.refusals import NameNotVisible
from domain.kernel.visible_text import MOST_GRAPHEMES, WORDS, normalized, why_not_visible

MOST_CODE_POINTS = 160  # of a name; one emoji may consist of a dozen
_RULES = (
    f"visible words, separated by single spaces. At most {MOST_GRAPHEMES} characters as people"
    " count them; stored in Unicode form NFC."
)
PlayerName: TypeAlias = Annotated[
    str,
    Meta(
        max_length=MOST_CODE_POINTS,
        min_length=1,
        pattern=WORDS,
        description=f"The name that others see: {_RULES}",
        examples=["Anne"],
    ),
]
TokenName: TypeAlias = Annotated[
    str,
    Meta(
        max_length=MOST_CODE_POINTS,
        min_length=1,
        pattern=WORDS,
        description=f"What the token is for: {_RULES}",
        examples=["My bot"],
    ),
]


def visible_name(name: str, field: str, most: int = MOST_GRAPHEMES) -> str:
    """Return a name in its normal form; raises 422 if people could not see or tell it apart."""
    name = normalized(name)
    if wrong := why_not_visible(name, most):
        raise ApiProblem(NameNotVisible(field, wrong), field)
    return name
