"""The exception for a rejected command, and the refusals of rules that are not installed."""

from domain.kernel.ids import Lang
from domain.kernel.messages import Refusal
from domain.kernel.words.names import no_names

# Codes of refusals that mean the same in every game, and refusals of rules that are not here.


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
