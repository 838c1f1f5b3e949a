"""Goals such as `command.p99 = "50ms"` or `errors = "< 0.1%"`, and whether a report meets them."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openapi.load.report import Report

PERCENTILES = ("p50", "p90", "p95", "p99", "p99_9", "max")
LIMIT = re.compile(r"(?P<strict><)?\s*(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>ms|s|%|)")
FACTORS = {"ms": 1.0, "s": 1000.0}
ERRORS, UNANSWERED, COMMAND, DELAY = "errors", "unanswered", "command", "stream.delay"


class BadGoals(ValueError):
    """The file has no goals, or one that cannot be read."""


@dataclass(frozen=True)
class Goal:
    """At most (`strict`: less than) this many milliseconds, percent or requests."""

    name: str
    limit: float
    unit: str  # "ms", "%" or ""
    strict: bool = False

    def allows(self, value: float) -> bool:
        return value < self.limit if self.strict else value <= self.limit

    def __str__(self) -> str:
        return f"{self.name} {'<' if self.strict else '≤'} {shown(self.limit, self.unit)}"


@dataclass(frozen=True)
class Finding:
    """One goal, and what the run measured; None if it measured nothing of the kind."""

    goal: Goal
    measured: float | None

    @property
    def held(self) -> bool:
        return self.measured is not None and self.goal.allows(self.measured)

    def __str__(self) -> str:
        if self.measured is None:
            return f"missed: {self.goal}, but this run measured no {self.goal.name}"
        verdict = "held" if self.held else "missed"
        return f"{verdict}: {self.goal}, measured {shown(self.measured, self.goal.unit)}"


def shown(value: float, unit: str) -> str:
    return f"{round(value, 3):,.10g}{' ' if unit else ''}{unit}"


def read_goals(file: Path) -> list[Goal]:
    """Return the goals of a TOML file, in its order."""
    try:
        content = tomllib.loads(file.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadGoals(f"{file} has no goals: {error}") from None
    goals = [_goal(name, value) for name, value in _leaves(content)]
    if not goals:
        raise BadGoals(f'{file} has no goals, such as command.p99 = "50ms"')
    return goals


def judge(report: Report, goals: list[Goal]) -> list[Finding]:
    return [Finding(goal, _measured(report, goal.name)) for goal in goals]


def _leaves(content: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in content.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield above + key, value


def _goal(name: str, value: object) -> Goal:
    read = LIMIT.fullmatch(str(value).strip())
    subject, _, percentile = name.rpartition(".")
    if name not in (ERRORS, UNANSWERED) and not (subject and percentile in PERCENTILES):
        allowed = f"{ERRORS}, {UNANSWERED}, or command, stream.delay, turn or an operation with"
        raise BadGoals(f"{name} is no goal; write {allowed} .{', .'.join(PERCENTILES)}")
    units = {ERRORS: ("%",), UNANSWERED: ("",)}.get(name, ("ms", "s"))
    if read is None or read["unit"] not in units or isinstance(value, bool):
        example = {ERRORS: '"< 0.1%"', UNANSWERED: "0"}.get(name, '"50ms"')
        raise BadGoals(f"{name} = {value!r} must be a limit such as {example}")
    number, unit = float(read["number"]), read["unit"]
    if unit in FACTORS:
        return Goal(name, number * FACTORS[unit], "ms", bool(read["strict"]))
    return Goal(name, number, unit, bool(read["strict"]))


def _measured(report: Report, name: str) -> float | None:
    if name == ERRORS:
        return 100 * report.error_share
    if name == UNANSWERED:
        return float(report.unanswered)
    subject, _, percentile = name.rpartition(".")
    special = {COMMAND: report.latency_ms.get("sendCommand"), DELAY: report.stream_delay_ms}
    spread = {**report.latency_ms, **report.journeys_ms, **special}.get(subject)
    return float(getattr(spread, percentile)) if spread is not None and spread.count else None
