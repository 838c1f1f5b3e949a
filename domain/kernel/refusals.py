"""Rejections: the exception, codes that mean the same in every game, rules that are not here."""

from typing import Literal, TypeAlias

from domain.kernel.ids import Lang
from domain.kernel.messages import Refusal
from domain.kernel.words.names import no_names

# Codes of refusals that mean the same in every game, and refusals of rules that are not here.

CommonRefusal: TypeAlias = Literal[
    "already_chosen",
    "bad_argument",
    "bad_option",
    "bad_target",
    "card_not_in_hand",
    "game_over",
    "not_your_turn",
    "wrong_phase",
]
COMMON: dict[CommonRefusal, str] = {
    "already_chosen": "You have already chosen; the other seats have not. Wait for the next"
    " decision.",
    "bad_argument": "The value of `field` does not exist in this game, or is out of range."
    " `GET …/actions` lists legal values.",
    "bad_option": "These options cannot be combined, or do not suit the number of seats. Change"
    " them and send the request again.",
    "bad_target": "The command cannot be applied to this target now. `GET …/actions` lists the"
    " legal targets.",
    "card_not_in_hand": "This card is not in your hand. Your view and `GET …/actions` list your"
    " cards.",
    "game_over": "The game is over; no further command is possible.",
    "not_your_turn": "Another seat decides now. `decision.seats` of the table lists the seats that"
    " decide.",
    "wrong_phase": "This command is not possible in the present phase of the game. `GET …/actions`"
    " lists what is.",
}


def common(*codes: CommonRefusal) -> dict[str, str]:
    """Return these codes with their meaning, for the refusals of a game."""
    return {code: COMMON[code] for code in codes}


class EditionUnknown(Refusal, code="unknown_rules"):
    game: str
    version: str
    known: tuple[str, ...]


class GameNotInstalled(Refusal, code="unknown_rules"):
    game: str


class Rejected(Exception):
    """The refusal says in facts what is wrong, and its words say it to people.

    `rule` cites the rule behind it; `field` names the part of the command that is wrong.
    """

    def __init__(
        self, refusal: Refusal, *, rule: str | None = None, field: str | None = None
    ) -> None:
        self.refusal = refusal
        self.rule = rule
        self.field = field
        self.version: int | None = None  # of the history it was judged on

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    @property
    def code(self) -> str:
        """Return what is wrong, for programs."""
        return self.refusal.code

    @property
    def detail(self) -> str:
        """Return what is wrong, in English."""
        return self.detail_in("en")

    def detail_in(self, lang: Lang) -> str:
        """Return what is wrong in the given language."""
        return no_names(lang).refusal(self.refusal)
