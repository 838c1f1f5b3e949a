"""`--find-limit`: tries rates until the goals fail, and says what gave way."""

from collections.abc import Callable
from dataclasses import dataclass

from openapi.load.goals.slo import Goal, judge
from openapi.load.limit.cause import cause
from openapi.load.limit.search import REPETITIONS, Knee, search
from openapi.load.report import Limit, Report, with_limit
from openapi.load.reporting.text_report import BEHIND_MS
from openapi.play.driving import perform

WHOLE = 0.9  # a run that was shorter than this share was stopped


class Stopped(Exception):
    """Ctrl-C has ended a run of the search."""


@dataclass(frozen=True)
class Trial:
    turns: float
    report: Report
    missed: str  # why the rate is too high; empty if it is not


def find_limit(
    goals: list[Goal],
    first: float,
    most: float,
    attempt: Callable[[float], Report],
    say: Callable[[str], None],
) -> Report:
    """Return the report of a run at the limit that met the goals, with the limit in it.

    Without a rate at which the goals hold, it is the report of the lowest rate.
    """
    trials: list[Trial] = []

    def held(turns: float) -> bool:
        trials.append(_tried(turns, attempt(turns), goals))
        say(f"{turns:g} turns/s: {trials[-1].missed or 'the goals held'}")
        return not trials[-1].missed

    return _result(perform(search(first, most), held), trials)


def _tried(turns: float, report: Report, goals: list[Goal]) -> Trial:
    if report.seconds < WHOLE * report.profile.seconds:
        raise Stopped("the search for the limit was stopped")
    return Trial(turns, report, missed(report, goals))


def missed(report: Report, goals: list[Goal]) -> str:
    """Return the goals that a run has missed; the plan is one of them."""
    if not report.played:
        return "no command was answered"
    late = report.late_ms.get("turn")
    behind = late is not None and late.p50 > BEHIND_MS
    plan = [f"turns began {late.p50:.0f} ms late (p50)"] if behind and late is not None else []
    return "; ".join([*(str(each) for each in judge(report, goals) if not each.held), *plan])


def _result(knee: Knee, trials: list[Trial]) -> Report:
    at_knee = [each for each in trials if each.turns == knee.holds][-REPETITIONS:]
    held = [each.report for each in at_knee if not each.missed]
    above = [each for each in trials if each.missed and each.turns == knee.fails]
    rates = sorted(each.report.commands_per_second for each in at_knee) or [0.0]
    why = above[0] if above else None
    limit = Limit(
        turns=knee.holds,
        held=knee.repetitions,
        repetitions=REPETITIONS,
        commands_low=rates[0],
        commands=rates[len(rates) // 2],
        commands_high=rates[-1],
        fails_at=knee.fails,
        missed=why.missed if why else "",
        gave_way=cause(why.report.busy, why.report.errors) if why else "",
        busy=why.report.busy if why else {},
    )
    return with_limit(held[-1] if held else trials[-1].report, limit)
