"""The exception for a command that is rejected; nothing is stored of such a command."""


class Rejected(Exception):
    """`code` is for programs and `detail` for people; `rule` cites the rule behind it."""

    def __init__(
        self, code: str, detail: str, rule: str | None = None, field: str | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.rule = rule
        self.field = field
        self.version: int | None = None  # of the history it was judged on
