"""What the doctor has found."""

from typing import Literal, TypeAlias

from domain.kernel.messages import Value

Level: TypeAlias = Literal["unsafe", "advice"]


class Finding(Value, frozen=True):
    """One thing to mend: `unsafe` can lose data or harm people, `advice` cannot."""

    level: Level
    problem: str
    action: str
