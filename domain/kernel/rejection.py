"""The exception for a command that is rejected; nothing is stored of such a command."""

from typing import overload

from domain.kernel.language import Both, Lang, in_language
from domain.kernel.messages import Refusal
from domain.kernel.words.names import no_names


class Rejected(Exception):
    """`code` is for programs and `detail` for people; `rule` cites the rule behind it.

    The rules of a game say in facts what is wrong, and its words say it to people. Everything else
    gives the detail in English; games that have no words yet give it in English and in French.
    """

    @overload
    def __init__(
        self, refusal: Refusal, /, *, rule: str | None = None, field: str | None = None
    ) -> None: ...

    @overload
    def __init__(
        self, code: str, detail: str | Both, rule: str | None = None, field: str | None = None
    ) -> None: ...

    def __init__(
        self,
        code: Refusal | str,
        detail: str | Both = "",
        rule: str | None = None,
        field: str | None = None,
    ) -> None:
        self.refusal = code if isinstance(code, Refusal) else None
        self.code = code.code if isinstance(code, Refusal) else code
        self._both = (detail, detail) if isinstance(detail, str) else detail
        self.rule = rule
        self.field = field
        self.version: int | None = None  # of the history it was judged on

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    @property
    def detail(self) -> str:
        """Return what is wrong, in English."""
        return self.detail_in("en")

    def detail_in(self, lang: Lang) -> str:
        """Return what is wrong in the given language."""
        if self.refusal is not None:
            return no_names(lang).refusal(self.refusal)
        return in_language(self._both, lang)
