"""`make simulate`: run one seed, or search seed by seed until the time is over."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

import click

from tests.simulation.run import Outcome, Plan, simulate

MOST_SHOWN = 20  # problems of a run


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seed", type=click.IntRange(min=0), help="The first seed [a random one].")
@click.option("--minutes", type=click.FloatRange(min=0), help="Search so long; else one seed.")
@click.option("--trace", type=click.Path(dir_okay=False), help="Write what happened to a file.")
def main(seed: int | None, minutes: float | None, trace: str | None) -> None:
    """Simulate a whole installation with faults; exit code 1 if a check fails.

    \b
    Examples:
      make simulate ARGS='--minutes 5'             search from a random seed
      make simulate ARGS='--seed 7 --minutes 5'    search from seed 7
      make simulate ARGS='--seed 7 --trace t.txt'  repeat one seed
    """
    first = SystemRandom().randrange(1_000_000) if seed is None else seed
    plan = Plan(first, keep_trace=trace is not None)
    outcomes = search(plan, None if minutes is None else 60 * minutes, click.echo)
    if trace is not None:
        Path(trace).write_text("\n".join(outcomes[-1].trace or ()) + "\n")
    if outcomes[-1].problems:
        click.echo(f"Repeat it: make simulate ARGS='--seed {outcomes[-1].plan.seed}'", err=True)
        sys.exit(1)


def search(first: Plan, seconds: float | None, show: Callable[[str], object]) -> list[Outcome]:
    """Run seeds from the first on until one fails or the time is over; None: only the first."""
    ends = time.monotonic() + (seconds or 0)
    outcomes: list[Outcome] = []
    while not outcomes or (time.monotonic() < ends and not outcomes[-1].problems):
        outcomes.append(simulate(first.with_seed(first.seed + len(outcomes))))
        show(line(outcomes[-1]))
        for problem in outcomes[-1].problems[:MOST_SHOWN]:
            show(f"  {problem}")
    show(total(outcomes))
    return outcomes


def line(outcome: Outcome) -> str:
    return (
        f"seed {outcome.plan.seed}: {outcome.commands} commands at {outcome.tables} tables,"
        f" {outcome.faults} faults, {outcome.timed_out} by the clock,"
        f" {outcome.delivered} notices, {outcome.virtual_seconds:.0f} s in"
        f" {outcome.cpu_seconds:.1f} s of CPU, trace {outcome.digest},"
        f" {len(outcome.problems)} problems"
    )


def total(outcomes: list[Outcome]) -> str:
    minutes = sum(each.cpu_seconds for each in outcomes) / 60
    commands = sum(each.commands for each in outcomes) / minutes
    faults = sum(each.faults for each in outcomes) / minutes
    return (
        f"{len(outcomes)} seeds, {commands:,.0f} commands and {faults:,.0f} faults"
        " per minute of CPU"
    )


if __name__ == "__main__":
    main(prog_name="make simulate")
