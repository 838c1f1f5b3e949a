"""Results: what was measured, in which unit, its spread, and the target."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import Literal, TypeAlias

from domain.kernel.messages import Value

Show: TypeAlias = Callable[[str], None]
Wanted: TypeAlias = Literal["at least", "at most"]


class Result(Value, frozen=True):
    name: str
    value: float
    unit: str = ""
    target: float | None = None
    wanted: Wanted = "at least"
    spread: float | None = None  # half the distance between the quartiles of all rounds
    skipped: str = ""  # why there is no value

    @property
    def ok(self) -> bool | None:
        if self.target is None or self.skipped:
            return None
        return self.value >= self.target if self.wanted == "at least" else self.value <= self.target

    @property
    def verdict(self) -> str:
        return self.skipped or {None: "", True: "ok", False: "MISSED"}[self.ok]

    @property
    def bound(self) -> str:
        if self.target is None:
            return ""
        return f"{'≥' if self.wanted == 'at least' else '≤'} {figure(self.target)}"

    @property
    def measured(self) -> str:
        return "" if self.skipped else f"{figure(self.value)} {self.unit}".strip()

    @property
    def deviation(self) -> str:
        return "" if self.spread is None else f"± {figure(self.spread)}"


def of_rounds(
    name: str,
    values: Sequence[float],
    unit: str = "",
    target: float | None = None,
    wanted: Wanted = "at least",
) -> Result:
    """Return the median of some rounds with their spread."""
    return Result(name, median(values), unit, target, wanted, spread(values))


def spread(values: Sequence[float]) -> float:
    """Return half the distance between the quartiles."""
    low, _, high = quantiles(values, n=4, method="inclusive")
    return (high - low) / 2


def skipped(name: str, why: str) -> Result:
    """Return a row for what could not be measured here."""
    return Result(name, 0.0, skipped=f"skipped: {why}")


def figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(results: Sequence[Result]) -> str:
    cells = [(r.name, r.measured, r.deviation, r.bound, r.verdict) for r in results]
    cells.insert(0, ("measured", "median", "spread", "target", ""))
    widths = [max(len(row[i]) for row in cells) for i in range(4)]
    return "\n".join(
        f"{row[0]:<{widths[0]}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(row[1:4], widths[1:], strict=True))
        + f"  {row[4]}".rstrip()
        for row in cells
    )
