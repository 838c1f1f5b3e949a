"""One kind of problem."""

from domain.kernel.messages import Value


class Code(Value, frozen=True):
    """A kind of problem: its code, its HTTP status, a title, what it means and what to do."""

    code: str
    status: int
    title: str
    meaning: str
