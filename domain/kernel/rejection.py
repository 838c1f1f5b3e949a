"""The exception for a command that is rejected; nothing is stored of such a command."""

from domain.kernel.language import Both, Lang, in_language


class Rejected(Exception):
    """`code` is for programs and `detail` for people; `rule` cites the rule behind it.

    The rules of a game give the detail in English and in French, everything else in English.
    """

    def __init__(
        self, code: str, detail: str | Both, rule: str | None = None, field: str | None = None
    ) -> None:
        self._both = (detail, detail) if isinstance(detail, str) else detail
        super().__init__(f"{code}: {self._both[0]}")
        self.code = code
        self.rule = rule
        self.field = field
        self.version: int | None = None  # of the history it was judged on

    @property
    def detail(self) -> str:
        """Return what is wrong, in English."""
        return self._both[0]

    def detail_in(self, lang: Lang) -> str:
        """Return what is wrong in the given language."""
        return in_language(self._both, lang)
