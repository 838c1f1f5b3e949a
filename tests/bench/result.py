"""Results: what was measured, in which unit, its spread, and the target."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.kernel.messages import Value
from tests.bench.machine import QUIET

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
    failed: bool = False  # there is no value because of an error
    others: float | None = None  # share of all cores that other programs used meanwhile

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

    @property
    def disturbance(self) -> str:
        """Return what other programs used, marked if that is too much to trust the figure."""
        if self.others is None:
            return ""
        return f"{self.others:.0%}{' !' if self.others > QUIET else '  '}"


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


def with_others(results: Sequence[Result], others: float) -> list[Result]:
    """Return the rows with the load of other programs, where it is not known yet."""
    return [
        replace(each, others=others) if each.others is None and not each.skipped else each
        for each in results
    ]


def skipped(name: str, why: str) -> Result:
    """Return a row for what could not be measured here."""
    return Result(name, 0.0, skipped=f"skipped: {why}")


def failed(name: str, why: str) -> Result:
    """Return a row for a measurement that ended with an error."""
    return Result(name, 0.0, skipped=f"FAILED: {why}", failed=True)


def figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(results: Sequence[Result]) -> str:
    """Return the rows as text; a `!` after the load of other programs means: do not trust it."""
    cells = [(r.name, r.measured, r.deviation, r.bound, r.disturbance, r.verdict) for r in results]
    cells.insert(0, ("measured", "median", "spread", "target", "others  ", ""))
    widths = [max(len(row[i]) for row in cells) for i in range(5)]
    return "\n".join(
        f"{row[0]:<{widths[0]}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(row[1:5], widths[1:], strict=True))
        + f"  {row[5]}".rstrip()
        for row in cells
    )
