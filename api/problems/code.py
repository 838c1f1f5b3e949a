"""One kind of problem."""

from domain.kernel.messages import Value


class CodeSeen(Value, frozen=True):
    """A kind of problem: its code, its HTTP status, a title, what it means and what to do."""

    code: str
    """The code of the problem, as in its `type`."""
    status: int
    """The HTTP status of the problem."""
    title: str
    """The title of the problem."""
    meaning: str
    """What the problem means, and what to do."""
