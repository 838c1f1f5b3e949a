"""A refusal is an exception, has a name, and leaves no trace."""


class Rejected(Exception):
    """The rules say no: `code` is for programs, `detail` for people, `rule` for arguments."""

    def __init__(
        self, code: str, detail: str, rule: str | None = None, field: str | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.rule = rule
        self.field = field
        self.version: int | None = None  # of the history it was judged on
