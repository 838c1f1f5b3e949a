"""One kind of problem."""

from domain.kernel.messages import Value


class Code(Value, frozen=True):
    """A kind of problem: its code, its HTTP status, a title, what it means and what to do."""

    code: str
    status: int
    title: str
    meaning: str


def code(status: int, name: str, meaning: str, title: str | None = None) -> Code:
    """Return a code; its title is the name in words unless another is given."""
    return Code(name, status, title or name.replace("_", " ").capitalize(), meaning)
