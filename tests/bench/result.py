"""Results: what was measured, in which unit, and the target."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from domain.kernel.messages import Value

Show: TypeAlias = Callable[[str], None]


class Result(Value, frozen=True):
    name: str
    value: float
    unit: str = ""
    target: float | None = None
    wanted: Literal["at least", "at most"] = "at least"

    @property
    def ok(self) -> bool | None:
        if self.target is None:
            return None
        return self.value >= self.target if self.wanted == "at least" else self.value <= self.target

    @property
    def verdict(self) -> str:
        return {None: "", True: "ok", False: "MISSED"}[self.ok]

    @property
    def bound(self) -> str:
        if self.target is None:
            return ""
        return f"{'≥' if self.wanted == 'at least' else '≤'} {figure(self.target)}"


def figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(results: list[Result]) -> str:
    cells = [(r.name, f"{figure(r.value)} {r.unit}".strip(), r.bound, r.verdict) for r in results]
    cells.insert(0, ("measured", "value", "target", ""))
    widths = [max(len(result[i]) for result in cells) for i in range(3)]
    return "\n".join(
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {bound:>{widths[2]}}  {verdict}".rstrip()
        for name, value, bound, verdict in cells
    )
